"""Our samples and img2dataset over one list, in the same engine and with the same size of shards, killed once.

A server on eight addresses of this machine has PHOTOS pictures. Of the first requests it answers 1 in 20 with 500 (503
would ask for a pause, which img2dataset does not make), and cuts 1 in 25 within the picture; 1 in 50 is never there.
All processes are killed when a third of the pictures has been sent, and the same command runs again. Printed: photos a
second of both runs together, CPU time (not that of Spark's workers), the photos that the shards lack although the
server has them, how many were sent to their ends more than once, and the same in the shards.

usage: beside.py [PHOTOS [PROCESSES [processes|spark]]]      (4000 2 processes)
with photomirror in PATH, and img2dataset, webdataset, pyarrow, pillow, and for Spark pyspark and a Java runtime
"""

import asyncio
import collections
import concurrent.futures
import glob
import io
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

import webdataset
from PIL import Image

arguments = sys.argv[1:] + ["4000", "2", "processes"][len(sys.argv) - 1 :]
PHOTOS, PROCESSES, USES_SPARK = int(arguments[0]), int(arguments[1]), arguments[2] == "spark"
HOSTS, JOBS = 8, 16
SAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../samples/Engines")
PROGRAMS = os.path.dirname(sys.executable)


def is_there(number):
    return number % 50 != 7


class Site:
    """Counts the requests of each picture, and how often it was sent to its end."""

    def __init__(self):
        picture = io.BytesIO()
        Image.effect_noise((320, 240), 60).convert("RGB").save(picture, "JPEG", quality=90)
        self.body = picture.getvalue()
        self.reset()
        port = concurrent.futures.Future()
        threading.Thread(target=lambda: asyncio.run(self.serve(port.set_result)), daemon=True).start()
        self.port = port.result()

    def reset(self):
        self.requests, self.sent = collections.Counter(), collections.Counter()

    def address(self, number):
        return f"http://127.2.0.{number % HOSTS + 1}:{self.port}/{number}.jpg"

    async def serve(self, ready):
        server = await asyncio.start_server(self.answer, "0.0.0.0", 0, backlog=1024)
        ready(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    async def answer(self, reader, writer):
        try:
            while head := (await reader.readuntil(b"\r\n\r\n")).decode("latin-1"):
                name = urllib.parse.urlsplit(head.split()[1]).path
                number = int(name[1:-4]) if name.endswith(".jpg") else 7
                self.requests[number] += 1
                await asyncio.sleep(0.02)
                is_first = self.requests[number] == 1
                if not is_there(number):
                    writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
                elif is_first and number % 20 == 3:
                    writer.write(b"HTTP/1.1 500 Error\r\nContent-Length: 0\r\n\r\n")
                else:
                    start = self.start(head)
                    status = f"206 Part\r\nContent-Range: bytes {start}-{len(self.body) - 1}/{len(self.body)}"
                    writer.write(
                        f"HTTP/1.1 {status if start else '200 OK'}\r\nContent-Type: image/jpeg\r\nETag: \"1\"\r\n"
                        f"Content-Length: {len(self.body) - start}\r\n\r\n".encode()
                    )
                    if is_first and number % 25 == 11:
                        writer.write(self.body[: len(self.body) // 2])
                        await writer.drain()
                        break
                    writer.write(self.body[start:])
                    await writer.drain()
                    self.sent[number] += 1
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        writer.close()

    @staticmethod
    def start(head):
        """Of a part that is resumed."""
        for line in head.split("\r\n"):
            if line.lower().startswith("range: bytes="):
                return int(line.split("=")[1].split("-")[0])
        return 0


def ours(site, folder):
    with open(f"{folder}/units", "w") as units:
        for number in range(PHOTOS):
            units.write(json.dumps({"id": str(number), "address": site.address(number)}) + "\n")
    private = [word for host in range(HOSTS) for word in ("--private-host", f"127.2.0.{host + 1}")]
    options = [f"{folder}/units", f"{folder}/out", "--shard-size", str(PHOTOS // HOSTS), "--jobs", str(JOBS), *private]
    if USES_SPARK:
        spark = [f"{PROGRAMS}/spark-submit", "--master", f"local[{PROCESSES}]", f"{SAMPLES}/spark.py"]
        return [spark + options]
    return [
        [sys.executable, f"{SAMPLES}/shards.py", *options, "--task", str(task), "--tasks", str(PROCESSES)]
        for task in range(PROCESSES)
    ]


def img2dataset(site, folder):
    with open(f"{folder}/list.txt", "w") as addresses:
        # Its shards have the lines in their order: those of one host, as ours.
        for host in range(HOSTS):
            addresses.writelines(site.address(number) + "\n" for number in range(host, PHOTOS, HOSTS))
    return [
        [f"{PROGRAMS}/img2dataset", "--url_list", f"{folder}/list.txt"]
        + ["--output_folder", f"{folder}/out", "--processes_count", str(PROCESSES), "--thread_count", str(JOBS)]
        + ["--number_sample_per_shard", str(PHOTOS // HOSTS), "--output_format", "webdataset", "--resize_mode", "no"]
        + ["--retries", "2", "--enable_wandb", "False", "--distributor", "pyspark" if USES_SPARK else "multiprocessing"]
    ]


def kill_sessions(sessions):
    """An engine's processes have groups of their own."""
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as status:
                if int(status.read().rpartition(")")[2].split()[3]) in sessions:
                    os.kill(int(name), signal.SIGKILL)
        except OSError:
            pass


def run(site, commands, log, ends):
    """Until all commands have ended, or the end has come; then they are killed."""
    with open(log, "w") as output:
        running = [
            subprocess.Popen(command, start_new_session=True, stdout=output, stderr=output) for command in commands
        ]
    while any(process.poll() is None for process in running):
        if ends():
            kill_sessions({process.pid for process in running})
        time.sleep(0.02)
    return [process.returncode for process in running]


def measure(name, site, command):
    site.reset()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as folder:
        commands = command(site, folder)
        began = time.time()
        log = f"{folder}/log"
        run(site, commands, log, lambda: len(site.sent) > PHOTOS / 3)
        codes = run(site, commands, log, lambda: False)
        took = time.time() - began
        if any(codes):
            sys.exit(open(log).read()[-4000:])
        kept = collections.Counter()
        for sample in webdataset.WebDataset(sorted(glob.glob(f"{folder}/out/*.tar")), shardshuffle=False):
            url = json.loads(sample["json"])["url"]
            kept[int(url.rpartition("/")[2][:-4])] += 1
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    lost = sum(is_there(number) and number not in kept for number in range(PHOTOS))
    again = sum(count - 1 for count in site.sent.values())
    double = sum(count - 1 for count in kept.values())
    print(
        f"{name:12} {len(kept) / took:9.0f} {1000 * spent / PHOTOS:12.1f} {lost:6} {again:13} {double:16}", flush=True
    )
    return lost, again, double


def main():
    site = Site()
    os.environ |= {"NO_ALBUMENTATIONS_UPDATE": "1", "no_proxy": "*"}
    os.environ |= {"SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}
    print(f"{PHOTOS} photos, {PROCESSES} processes of {JOBS} transfers" + (" in Spark" if USES_SPARK else ""))
    print(f"{'':12} {'photos/s':>9} {'CPU ms each':>12} {'lost':>6} {'fetched twice':>13} {'in two samples':>16}")
    lost, again, double = measure("photomirror", site, ours)
    measure("img2dataset", site, img2dataset)
    # What was in flight when the processes were killed.
    assert lost == double == 0 and again <= PROCESSES * JOBS


main()
