"""Fetches units of work into shards, as img2dataset lays them out, by 'photomirror fetch'.

The lines are parted by host: all lines of a host are in one part, and one process at a time works on a part, so
that the limits of a host hold however many executors there are. A part is one or more shards:

  00042.tar         WebDataset: 000420007.jpg, .txt, .json (with --output-format webdataset, the default)
  00042.parquet     a row for each line, whatever became of it: key, url, status, error_message, sha256, width, ...
                    (with --output-format parquet also the picture's bytes, in the column jpg)
  00042_stats.json  how many lines had which status; written last: the shard is done
  00042.work        what is fetched of a shard that is not done

A shard whose process was killed is continued from its .work, on any machine that sees the folder, and its files
get their names when they are complete: no photo is fetched twice, and no sample is there twice. What fails for a
reason that may pass is tried once more when the rest of the shard is done; no failure ends the job, and each has
a row. With --store among the options of 'photomirror fetch', the photos are stored there instead, and a shard has
a row with the path of each.

Spark and Ray run work() for each part (spark.py, ray_units.py). Without an engine, or with one that numbers its
tasks (slurm.sh), each of N tasks does its parts:

usage: shards.py UNITS OUTPUT [--task I --tasks N] [--shard-size N] [--output-format FORMAT]
                 OPTION of 'photomirror fetch'...
"""

import argparse
import collections
import json
import math
import os
import shutil
import subprocess
import time
import urllib.parse

import pyarrow
import pyarrow.parquet
import webdataset

# How long a host that does not answer is tried, in each of the two rounds.
PATIENCE = "30s"

SCHEMA = pyarrow.schema(
    [
        ("key", pyarrow.string()),
        ("url", pyarrow.string()),
        ("id", pyarrow.string()),
        ("site", pyarrow.string()),
        ("caption", pyarrow.string()),
        ("status", pyarrow.string()),
        ("error_message", pyarrow.string()),
        ("rounds", pyarrow.int32()),
        ("format", pyarrow.string()),
        ("width", pyarrow.int32()),
        ("height", pyarrow.int32()),
        ("bytes", pyarrow.int64()),
        ("sha256", pyarrow.string()),
        ("path", pyarrow.string()),
        # The unit's own columns, as JSON.
        ("tag", pyarrow.string()),
    ]
)


def parse_arguments(arguments=None):
    """The sample's own options, and those of 'photomirror fetch' as .fetch."""
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("units")
    parser.add_argument("output")
    parser.add_argument("--task", type=int, default=0)
    parser.add_argument("--tasks", type=int, default=1)
    parser.add_argument("--shard-size", type=int, default=1000)
    parser.add_argument("--output-format", choices=["webdataset", "parquet"], default="webdataset")
    options, options.fetch = parser.parse_known_args(arguments)
    if not 1 <= options.shard_size <= 10000:
        parser.error("--shard-size takes a number from 1 to 10000")
    options.has_store = any(word.split("=")[0] == "--store" for word in options.fetch)
    return options


def host_of(line):
    """The host, with its port, whose limits hold for a line; that of lines that are no units is empty."""
    try:
        return urllib.parse.urlsplit(json.loads(line)["address"]).netloc.rpartition("@")[2].lower()
    except (ValueError, KeyError, TypeError, AttributeError):
        return ""


class Plan:
    """Which part has which host. Small hosts share a part of at most one shard; no host is in two parts."""

    def __init__(self, counts, size):
        """counts: the lines of each host."""
        self.size = size
        self.part_of = {}
        lines = []  # of each part
        open_part = None
        # Large hosts first: the longest parts begin first.
        for host, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
            if open_part is None or lines[open_part] + count > size:
                open_part = len(lines)
                lines.append(0)
            self.part_of[host] = open_part
            lines[open_part] += count
        # The number of the first shard of each part.
        self.first = []
        shards = 0
        for count in lines:
            self.first.append(shards)
            shards += math.ceil(count / size)

    @property
    def parts(self):
        return len(self.first)


def work(part, lines, plan, options):
    """Makes the shards of a part. Returns how many lines had which status."""
    # An engine passes the lines of a part in another order each time.
    lines = sorted(lines)
    total = collections.Counter()
    for index, start in enumerate(range(0, len(lines), plan.size)):
        total += make_shard(plan.first[part] + index, lines[start : start + plan.size], options)
    return total


def make_shard(number, lines, options):
    base = os.path.join(options.output, f"{number:05d}")
    try:
        with open(base + "_stats.json", encoding="utf-8") as stats:
            return collections.Counter(json.load(stats)["status_dict"])
    except FileNotFoundError:
        pass
    began = time.time()
    place = base + ".work"
    os.makedirs(options.output, exist_ok=True)
    arguments = list(options.fetch)
    if not options.has_store:
        arguments += ["--store", place, "--thumbnail", "0", "--sidecar", "none"]
    results = fetch_twice(lines, arguments)
    rows = [row(number, index, *pair) for index, pair in enumerate(zip(lines, results))]
    if options.has_store:
        write_table(base, rows)
    elif options.output_format == "parquet":
        write_table(base, rows, place)
    else:
        write_samples(base, rows, place)
        write_table(base, rows)
    statuses = collections.Counter(row["status"] for row in rows)
    write_file(base + "_stats.json", statistics(rows, statuses, began))
    shutil.rmtree(place, ignore_errors=True)
    return statuses


def fetch_twice(lines, arguments):
    """The result of each line, with the number of rounds that it took."""
    results = fetch(lines, arguments)
    for result in results:
        result["rounds"] = 1
    again = [index for index, result in enumerate(results) if result.get("will_retry")]
    if again:
        for index, result in zip(again, fetch([lines[index] for index in again], arguments)):
            results[index] = result | {"rounds": 2}
    return results


def fetch(lines, arguments):
    """The result of each line. An error of the store ends the task, which the engine repeats."""
    # It ends with a task that is killed: the engine runs the part again at once, and the limits of a host are those of
    # one process.
    command = ["setpriv", "--pdeathsig", "KILL", "photomirror", "fetch", "--lenient"]
    command += ["--retry-for", PATIENCE, *arguments]
    text = "".join(line.rstrip("\n") + "\n" for line in lines)
    done = subprocess.run(command, input=text, text=True, stdout=subprocess.PIPE)
    if done.returncode != 0:
        raise RuntimeError(f"photomirror fetch ended with status {done.returncode}")
    results = [{"result": "invalid", "reason": "the line is empty"} for _ in lines]
    for line in done.stdout.splitlines():
        result = json.loads(line)
        results[result["line"] - 1] = result
    return results


def row(number, index, line, result):
    """A row of a shard's table."""
    try:
        unit = json.loads(line)
        unit = unit if isinstance(unit, dict) else {}
    except ValueError:
        unit = {}
    tag = result.get("tag")
    caption = tag.get("caption") if isinstance(tag, dict) else None
    photo = unit.get("photo") if isinstance(unit.get("photo"), dict) else {}
    caption = caption or photo.get("title")
    is_there = result["result"] in ("stored", "known")
    names = ("format", "width", "height", "bytes", "sha256", "path")
    return {
        "key": f"{number:05d}{index:04d}",
        "url": unit.get("address") if isinstance(unit.get("address"), str) else None,
        "id": result.get("id"),
        "site": result.get("site"),
        "caption": caption if isinstance(caption, str) else None,
        "status": "success" if is_there else "failed_to_download",
        "error_message": None if is_there else result["reason"],
        "rounds": result["rounds"],
        "tag": None if tag is None else json.dumps(tag, ensure_ascii=False),
    } | {name: result.get(name) for name in names}


def write_samples(base, rows, place):
    """The tar of the pictures. All have the name .jpg, whatever their format, as readers want the same names in each
    sample and look at the bytes."""
    with webdataset.TarWriter(base + ".tar.new") as output:
        for row in rows:
            if row["status"] != "success":
                continue
            with open(os.path.join(place, row["path"]), "rb") as picture:
                output.write(
                    {
                        "__key__": row["key"],
                        "jpg": picture.read(),
                        "txt": row["caption"] or "",
                        "json": row,
                    }
                )
    os.replace(base + ".tar.new", base + ".tar")


def write_table(base, rows, place=None):
    """The table of all lines; with a place, also of the bytes of its pictures."""
    schema = SCHEMA
    if place is not None:
        schema = schema.append(pyarrow.field("jpg", pyarrow.binary()))
        rows = [row | {"jpg": picture(row, place)} for row in rows]
    table = pyarrow.Table.from_pylist(rows, schema=schema)
    pyarrow.parquet.write_table(table, base + ".parquet.new")
    os.replace(base + ".parquet.new", base + ".parquet")


def picture(row, place):
    if row["status"] != "success":
        return None
    with open(os.path.join(place, row["path"]), "rb") as file:
        return file.read()


def statistics(rows, statuses, began):
    return {
        "count": len(rows),
        "successes": statuses["success"],
        "failed_to_download": statuses["failed_to_download"],
        "duration": time.time() - began,
        "start_time": began,
        "end_time": time.time(),
        "status_dict": dict(statuses),
        "error_dict": dict(
            collections.Counter(row["error_message"] for row in rows if row["error_message"])
        ),
    }


def write_file(path, value):
    with open(path + ".new", "w", encoding="utf-8") as output:
        json.dump(value, output)
    os.replace(path + ".new", path)


def main():
    options = parse_arguments()
    counts = collections.Counter()
    with open(options.units, encoding="utf-8") as units:
        for line in units:
            counts[host_of(line)] += 1
    plan = Plan(counts, options.shard_size)
    own = range(options.task, plan.parts, options.tasks)
    lines = {part: [] for part in own}
    with open(options.units, encoding="utf-8") as units:
        for line in units:
            part = plan.part_of[host_of(line)]
            if part in lines:
                lines[part].append(line)
    total = collections.Counter()
    for part in own:
        total += work(part, lines.pop(part), plan, options)
    print(", ".join(f"{count} {status}" for status, count in sorted(total.items())))


if __name__ == "__main__":
    main()
