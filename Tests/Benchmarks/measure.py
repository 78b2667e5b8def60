"""Runs a command and prints a row of its cost, per photo where that makes sense.

usage: measure.py PHOTOS NAME [--counts] COMMAND…    without arguments: the heading

The row: photos a second, CPU milliseconds for a photo (of all its processes, also those that nobody waits for),
context switches for a photo, and the most memory of all processes together (PSS). --counts prints instead
`seconds CPU-seconds switches KiB status`, for another program to read. If the variable NGINX_STATUS has the address of
nginx's stub_status, a second line has the pace within the first and the last tenth of the photos.
"""
import ctypes
import os
import resource
import subprocess
import sys
import threading
import time
import urllib.request

from processes import descendants

PR_SET_CHILD_SUBREAPER = 36


def memory(root):
    """The proportional set size of the processes, in KiB: shared pages count once."""
    total = 0
    for pid in descendants(root):
        try:
            with open(f"/proc/{pid}/smaps_rollup") as file:
                total += sum(int(line.split()[1]) for line in file if line.startswith("Pss:"))
        except OSError:
            pass
    return total


def requests():
    """How many requests nginx has counted, with this one."""
    with urllib.request.urlopen(os.environ["NGINX_STATUS"], timeout=60) as answer:
        return int(answer.read().split()[9])


def pace(first, last):
    """Photos a second between two shares of the photos."""
    within = [sample for sample in samples if first * photos <= sample[1] <= last * photos]
    if len(within) < 2:
        return 0
    (start, before), (end, after) = within[0], within[-1]
    return (after - before) / (end - start)


if len(sys.argv) < 2:
    print(f"{'':24} {'photos/s':>9} {'CPU ms each':>12} {'switches each':>14} {'peak MiB':>9} {'status':>6}")
    sys.exit()
photos, name, command = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
counts = command[0] == "--counts"
# Otherwise only root could read how much memory photomirror has.
os.environ["PHOTOMIRROR_DUMPABLE"] = "1"
command = command[1:] if counts else command
# Processes whose parents end first become children of this one, so that their time counts.
ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
peak, done, samples = 0, threading.Event(), []
counted = requests() if "NGINX_STATUS" in os.environ else None
start = time.monotonic()
with open(f"{name.replace('/', '-')}.log", "w") as log:
    process = subprocess.Popen(command, stdout=log, stderr=log)


def watch():
    global peak
    while not done.wait(0.25):
        peak = max(peak, memory(process.pid))
        if counted is not None:
            samples.append((time.monotonic(), requests() - counted - len(samples) - 1))


watcher = threading.Thread(target=watch)
watcher.start()
status = process.wait()
seconds = time.monotonic() - start
done.set()
watcher.join()
try:
    while True:
        os.wait()
except ChildProcessError:
    pass
used = resource.getrusage(resource.RUSAGE_CHILDREN)
cpu = used.ru_utime + used.ru_stime
switches = used.ru_nvcsw + used.ru_nivcsw
if counts:
    print(f"{seconds:.3f} {cpu:.3f} {switches} {peak} {status}", flush=True)
else:
    print(
        f"{name:24} {photos / seconds:9.1f} {1000 * cpu / photos:12.2f} {switches / photos:14.1f}"
        f" {peak / 1024:9.1f} {status:6}",
        flush=True,
    )
if samples and not counts:
    print(f"{'':4}first and last tenth: {pace(0, 0.1):.0f} and {pace(0.9, 1):.0f} photos/s", flush=True)
