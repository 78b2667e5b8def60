"""Many executors over many hosts: whether each host's limit holds, and whether the slowest host decides the time.

A server answers for HOSTS addresses of this machine (127.1.0.1 and so on), each with a number of photos, a delay and
a width of its own, which the units state. EXECUTORS threads run the parts of samples/Engines/shards.py, as Spark or
Ray would, with the real command. The server counts the requests that each host has at once.

usage: hosts.py [HOSTS [EXECUTORS [SECONDS]]]      (545 200 90; SECONDS: what the slowest host needs by itself)
with photomirror in PATH, and pyarrow, webdataset and pillow
"""

import asyncio
import collections
import concurrent.futures
import io
import json
import math
import os
import random
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../samples/Engines"))
import shards  # noqa: E402
from PIL import Image  # noqa: E402

arguments = [int(word) for word in sys.argv[1:]]
HOSTS, EXECUTORS, SECONDS = arguments + [545, 200, 90][len(arguments) :]


class Host:
    """A host with its terms; the slowest needs SECONDS, the others less."""

    def __init__(self, number, chance):
        self.name = f"127.1.{number // 250}.{number % 250 + 1}"
        self.width = chance.choice([1, 2, 2, 4])
        self.delay = chance.uniform(0.02, 0.3)
        self.photos = min(120, int(6 * chance.paretovariate(0.9)))
        if number == 0:
            self.width, self.delay = 2, 0.5
            self.photos = int(SECONDS / self.delay) * self.width
        self.running = self.most = self.requests = 0

    @property
    def bound(self):
        return math.ceil(self.photos / self.width) * self.delay


async def serve(hosts, ready):
    picture = io.BytesIO()
    Image.effect_noise((64, 64), 50).convert("RGB").save(picture, "JPEG")
    body = picture.getvalue()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\nContent-Length: {len(body)}\r\n\r\n".encode()

    async def answer(reader, writer):
        host = hosts[writer.get_extra_info("sockname")[0]]
        try:
            while await reader.readuntil(b"\r\n\r\n"):
                host.running += 1
                host.requests += 1
                host.most = max(host.most, host.running)
                await asyncio.sleep(host.delay)
                host.running -= 1
                writer.write(head + body)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        writer.close()

    server = await asyncio.start_server(answer, "0.0.0.0", 0, backlog=4096)
    ready(server.sockets[0].getsockname()[1])
    await server.serve_forever()


def main():
    chance = random.Random(545)
    hosts = {host.name: host for host in (Host(number, chance) for number in range(HOSTS))}
    port = concurrent.futures.Future()
    threading.Thread(target=lambda: asyncio.run(serve(hosts, port.set_result)), daemon=True).start()
    lines = []
    for host in hosts.values():
        for number in range(host.photos):
            unit = {
                "id": f"{host.name}-{number}",
                "address": f"http://{host.name}:{port.result()}/{number}.jpg",
                "limits": [{"width": host.width}],
            }
            lines.append(json.dumps(unit) + "\n")
    chance.shuffle(lines)
    with tempfile.TemporaryDirectory() as folder:
        named = [word for host in hosts for word in ("--private-host", host)]
        options = shards.parse_arguments(["-", folder, "--shard-size", "60", "--jobs", "8", *named])
        plan = shards.Plan(collections.Counter(map(shards.host_of, lines)), options.shard_size)
        parts = collections.defaultdict(list)
        for line in lines:
            parts[plan.part_of[shards.host_of(line)]].append(line)
        began = time.time()
        with concurrent.futures.ThreadPoolExecutor(EXECUTORS) as pool:
            total = sum(
                pool.map(lambda part: shards.work(part, parts[part], plan, options), range(plan.parts)),
                collections.Counter(),
            )
        took = time.time() - began
    over = [host.name for host in hosts.values() if host.most > host.width]
    slowest = max(host.bound for host in hosts.values())
    requests = sum(host.requests for host in hosts.values())
    print(
        f"{HOSTS} hosts, {len(lines)} photos, {EXECUTORS} executors, {plan.parts} parts: {took:.0f} s, "
        f"{took / slowest:.2f} of the slowest host's own {slowest:.0f} s; {dict(total)}; "
        f"{requests} requests; {len(over)} hosts had more at once than allowed"
    )
    assert total == {"success": len(lines)} and requests == len(lines) and not over


main()
