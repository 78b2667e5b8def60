"""An object store between workers and moto that misbehaves, and counts what it stored.

usage: faulty_store.py TARGET STATE    prints its address; STATE is a file whose word is read at each request:
  ok        5 % of the answers are 503, 5 % come 2 seconds late, and after 2 % of the PUTs the connection is cut
            although they succeeded
  revoked   each request is refused with AccessDenied
  full      each PUT is refused with 507
GET /faults gives the number of each fault; GET /puts the keys of photos with the number of PUTs that stored them.
"""

import collections
import http.client
import json
import random
import sys
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TARGET = urllib.parse.urlsplit(sys.argv[1])
STATE = sys.argv[2]
lock = threading.Lock()
faults, puts = collections.Counter(), collections.Counter()
chance = random.Random(7)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def refuse(self, status, code):
        with lock:
            faults[code] += 1
        body = b"" if self.command == "HEAD" else f"<Error><Code>{code}</Code></Error>".encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def handle_one(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path in ("/faults", "/puts"):
            text = json.dumps(faults if self.path == "/faults" else puts).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            return self.wfile.write(text)
        with open(STATE) as file:
            state = file.read().strip()
        if state == "revoked":
            return self.refuse(403, "AccessDenied")
        if state == "full" and self.command == "PUT":
            return self.refuse(507, "XMinioStorageFull")
        with lock:
            roll = chance.random()
        if roll < 0.05:
            return self.refuse(503, "SlowDown")
        if roll < 0.10:
            with lock:
                faults["late"] += 1
            time.sleep(2)
        connection = http.client.HTTPConnection(TARGET.hostname, TARGET.port, timeout=60)
        headers = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
        connection.request(self.command, self.path, body=body, headers=headers)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        if self.command == "PUT" and answer.status == 200:
            with lock:
                puts[self.path] += 1
            if 0.10 <= roll < 0.12:
                with lock:
                    faults["cut"] += 1
                self.close_connection = True
                return None
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("connection", "transfer-encoding", "content-length", "date", "server"):
                self.send_header(name, value)
        length = answer.getheader("Content-Length") if self.command == "HEAD" else None
        self.send_header("Content-Length", length or str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    do_GET = do_PUT = do_HEAD = do_POST = do_DELETE = handle_one


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
# A killed worker's connection.
server.handle_error = lambda *_: None
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
