"""Runs a command and prints the CPU time of its threads for each photo, by the threads' names, those of a pool
together; other processes are one row. What the last 20 ms before the end used is missing.

usage: threads.py PHOTOS COMMAND…
"""
import collections
import os
import re
import subprocess
import sys
import time

from processes import descendants


def threads(root):
    """The CPU time in ns of all threads of a process and its descendants: {(process, thread): (name, time)}."""
    found = {}
    for process in descendants(root):
        try:
            for thread in os.listdir(f"/proc/{process}/task"):
                with open(f"/proc/{process}/task/{thread}/comm") as file:
                    name = file.read().strip()
                with open(f"/proc/{process}/task/{thread}/schedstat") as file:
                    spent = int(file.read().split()[0])
                if process != root:
                    name = "other processes"
                elif name.endswith("-qos") or name.endswith("overcommit"):
                    name = "Swift's pool"
                elif thread == str(root):
                    name = "main"
                found[process, thread] = (re.sub(r" \d+$", "", name), spent)
        except OSError:
            pass
    return found


photos = int(sys.argv[1])
process = subprocess.Popen(sys.argv[2:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
last = {}
while process.poll() is None:
    last.update(threads(process.pid))
    time.sleep(0.02)
spent = collections.Counter()
for name, nanoseconds in last.values():
    spent[name] += nanoseconds
for name, nanoseconds in spent.most_common():
    if nanoseconds / photos >= 500:
        print(f"  {'CPU ms of: ' + name:<28} {nanoseconds / photos / 1e6:8.3f}")
