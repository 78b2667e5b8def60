"""Fetches units of work with Ray, in shards as img2dataset lays them out (shards.py, in the same folder).

Each task has a part, with all lines of its hosts. Ray repeats a task whose machine died; what it had fetched is
not fetched again.

usage: python ray_units.py UNITS OUTPUT [--shard-size N] [--output-format FORMAT]
                           OPTION of 'photomirror fetch'...
"""

import collections
import os

import ray
import shards


@ray.remote(num_cpus=1, max_retries=3, retry_exceptions=True)
def work(part, lines, plan, options):
    return shards.work(part, lines, plan, options)


def main():
    options = shards.parse_arguments()
    ray.init(runtime_env={"working_dir": os.path.dirname(os.path.abspath(__file__))})
    with open(options.units, encoding="utf-8") as units:
        lines = [line for line in units if line.strip()]
    plan = shards.Plan(collections.Counter(map(shards.host_of, lines)), options.shard_size)
    parts = [[] for _ in range(plan.parts)]
    for line in lines:
        parts[plan.part_of[shards.host_of(line)]].append(line)
    # A relative path is meant from here, and not from the folder of a task.
    options.output = os.path.abspath(options.output)
    tasks = [work.remote(part, lines, plan, options) for part, lines in enumerate(parts)]
    total = collections.Counter()
    # As they end: one slow host holds no other back.
    while tasks:
        ended, tasks = ray.wait(tasks)
        total += ray.get(ended[0])
    print(dict(total))


main()
