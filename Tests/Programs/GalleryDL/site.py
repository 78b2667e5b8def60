"""A server with the interface of a Moebooru site, which gallery-dl knows. Writes its port."""
import http.server
import json
import struct
import urllib.parse
import zlib

COUNTS = {"cat": 250, "fail": 250, "empty": 0}


def png(number):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + number.to_bytes(3, "big") * 4) * 3
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 3, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class Site(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        parts = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(parts.query))
        page, limit = int(query.get("page", 1)), int(query.get("limit", 100))
        base = "http://" + self.headers["Host"]
        if parts.path == "/post.json":
            if query.get("tags") == "fail" and page == 2:
                return self.answer(500, b"{}")
            numbers = range((page - 1) * limit, min(page * limit, COUNTS.get(query.get("tags"), 0)))
            return self.answer(200, json.dumps([self.post(number, base) for number in numbers]).encode())
        if self.headers.get("Referer") != base + "/":
            return self.answer(403, b"")
        self.answer(200, png(int(parts.path.split("/")[-1].split(".")[0])))

    def post(self, number, base):
        return {"id": number, "tags": "cat dog", "created_at": 1600000000 + number, "author": "ada", "source": "",
                "file_url": f"{base}/image/{number}.png", "width": 4, "height": 3, "rating": "s", "md5": "0" * 32}

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
print(server.server_address[1], flush=True)
server.serve_forever()
