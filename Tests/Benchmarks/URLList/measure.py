"""Runs a command and prints a row: photos a second, CPU time for a photo, the most memory of it and its children."""
import os
import resource
import subprocess
import sys
import time


def children(root):
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
    for pid in children(root):
        try:
            with open(f"/proc/{pid}/smaps_rollup") as file:
                total += sum(int(line.split()[1]) for line in file if line.startswith("Pss:"))
        except OSError:
            pass
    return total


if len(sys.argv) < 2:
    print(f"{'':12} {'photos/s':>9} {'CPU ms/photo':>13} {'peak MiB':>9} {'status':>6}")
    sys.exit()
photos, name, command = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
start, peak = time.monotonic(), 0
with open(f"{name}.log", "w") as log:
    process = subprocess.Popen(command, stdout=log, stderr=log)
    while process.poll() is None:
        peak = max(peak, memory(process.pid))
        time.sleep(0.25)
seconds = time.monotonic() - start
used = resource.getrusage(resource.RUSAGE_CHILDREN)
cpu = 1000 * (used.ru_utime + used.ru_stime) / photos
print(f"{name:12} {photos / seconds:9.0f} {cpu:13.2f} {peak / 1024:9.0f} {process.returncode:6}", flush=True)
