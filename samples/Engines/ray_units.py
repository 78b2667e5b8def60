"""Fetches units of work with Ray: each task runs 'photomirror fetch' over a part of the lines.

Ray repeats a task whose machine died or whose command says that another attempt may help; what is stored
already is not fetched again.

usage: python ray_units.py UNITS RESULTS OPTION of 'photomirror fetch'…
"""

import subprocess
import sys

import ray

PART = 500


@ray.remote(num_cpus=1, max_retries=3, retry_exceptions=True)
def fetch(lines, options):
    done = subprocess.run(
        ["photomirror", "fetch", *options], input="".join(lines), text=True, stdout=subprocess.PIPE
    )
    if done.returncode != 0:
        raise RuntimeError(f"photomirror fetch ended with status {done.returncode}")
    return done.stdout


def main():
    units, results, *options = sys.argv[1:]
    ray.init()
    with open(units, encoding="utf-8") as lines:
        parts = list(iter(lambda: [line for line, _ in zip(lines, range(PART))], []))
    tasks = [fetch.remote(part, options) for part in parts]
    with open(results, "w", encoding="utf-8") as output:
        # As they end: one slow part holds no other back.
        while tasks:
            ended, tasks = ray.wait(tasks)
            output.write(ray.get(ended[0]))


main()
