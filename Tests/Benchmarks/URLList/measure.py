"""Runs a command and prints a row: photos a second, CPU time for a photo, the most memory of it and its children.

The pace of the first and of the last tenth comes from the requests that nginx counted (stub_status).
"""
import os
import resource
import subprocess
import sys
import time
import urllib.request


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


def requests(address):
    """The requests that the server has answered, with those of this function."""
    with urllib.request.urlopen(address, timeout=60) as answer:
        return int(answer.read().split()[9])


def pace(samples, photos, first, last):
    """Photos a second between two shares of the list."""
    within = [sample for sample in samples if first * photos <= sample[1] <= last * photos]
    if len(within) < 2:
        return 0
    (start, before), (end, after) = within[0], within[-1]
    return (after - before) / (end - start)


if len(sys.argv) < 2:
    print(f"{'':12} {'photos':>8} {'photos/s':>8} {'first, last tenth':>17} {'CPU ms/photo':>12} {'peak MiB':>8} {'status':>6}")
    sys.exit()
status, photos, name, command = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4:]
base, start, peak, samples = requests(status), time.monotonic(), 0, []
with open(f"{name}.log", "w") as log:
    process = subprocess.Popen(command, stdout=log, stderr=log)
    while process.poll() is None:
        peak = max(peak, memory(process.pid))
        samples.append((time.monotonic() - start, requests(status) - base - len(samples) - 1))
        time.sleep(0.25)
seconds = time.monotonic() - start
used = resource.getrusage(resource.RUSAGE_CHILDREN)
cpu = 1000 * (used.ru_utime + used.ru_stime) / photos
paces = f"{pace(samples, photos, 0, 0.1):.0f}, {pace(samples, photos, 0.9, 1):.0f}"
print(f"{name:12} {photos:8} {photos / seconds:8.0f} {paces:>17} {cpu:12.2f} {peak / 1024:8.0f} {process.returncode:6}", flush=True)
