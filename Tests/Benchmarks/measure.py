"""Runs a command and prints a row of its cost, per photo where that makes sense.

usage: measure.py PHOTOS NAME [--counts] COMMAND…    without arguments: the heading

The row: photos a second, CPU milliseconds for a photo (of all its processes, also those that nobody waits for),
context switches for a photo, and the most memory of all processes together (PSS). --counts prints instead
`seconds CPU-seconds switches KiB status`, for another program to read.
"""
import ctypes
import os
import resource
import subprocess
import sys
import threading
import time

PR_SET_CHILD_SUBREAPER = 36


def descendants(root):
    parents = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                parents[int(name)] = int(file.read().rsplit(")", 1)[1].split()[1])
        except OSError:
            pass
    found = {root}
    while True:
        more = {pid for pid, parent in parents.items() if parent in found} - found
        if not more:
            return found
        found |= more


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


if len(sys.argv) < 2:
    print(f"{'':24} {'photos/s':>9} {'CPU ms each':>12} {'switches each':>14} {'peak MiB':>9} {'status':>6}")
    sys.exit()
photos, name, command = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
counts = command[0] == "--counts"
command = command[1:] if counts else command
# Processes whose parents end first become children of this one, so that their time counts.
ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
peak, done = 0, threading.Event()
start = time.monotonic()
with open(f"{name.replace('/', '-')}.log", "w") as log:
    process = subprocess.Popen(command, stdout=log, stderr=log)


def watch():
    global peak
    while not done.wait(0.25):
        peak = max(peak, memory(process.pid))


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
