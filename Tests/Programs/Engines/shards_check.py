"""Checks the shards of a list: usage: shards_check.py FOLDER PHOTOS BAD"""

import glob
import hashlib
import json
import os
import sys

import datasets
import pyarrow.parquet
import webdataset

folder, photos, bad = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
tables = sorted(glob.glob(f"{folder}/*.parquet"))
rows = [row for table in tables for row in pyarrow.parquet.read_table(table).to_pylist()]
good = {row["key"]: row for row in rows if row["status"] == "success"}
assert len(rows) == photos + bad, len(rows)
assert len({row["key"] for row in rows}) == len(rows)
assert len(good) == len({row["url"] for row in good.values()}) == photos, len(good)
reasons = {row["id"]: row["error_message"] for row in rows if row["status"] != "success"}
assert len(reasons) == bad, reasons
assert "404" in reasons["gone"] and "private" in reasons["private"] and reasons["dead"], reasons
assert [row["tag"] for row in rows if row["id"] == "dead"] == ['{"caption": "a dead host"}']

statistics = [json.load(open(path)) for path in sorted(glob.glob(f"{folder}/*_stats.json"))]
assert sum(one["count"] for one in statistics) == photos + bad
assert not [name for name in os.listdir(folder) if name.endswith((".work", ".new"))]

tars = sorted(glob.glob(f"{folder}/*.tar"))
seen = set()
for sample in webdataset.WebDataset(tars, shardshuffle=False):
    row = good[sample["__key__"]]
    assert sample["__key__"] not in seen, sample["__key__"]
    seen.add(sample["__key__"])
    assert hashlib.sha256(sample["jpg"]).hexdigest() == row["sha256"], row
    assert len(sample["jpg"]) == row["bytes"] and json.loads(sample["json"])["url"] == row["url"]
    assert sample["txt"].decode() == row["caption"]
assert len(seen) == photos, len(seen)

pictures = datasets.load_dataset("webdataset", data_files=tars, split="train")
assert pictures.num_rows == photos
for picture in pictures.select(range(20)):
    assert picture["jpg"].size == (picture["json"]["width"], picture["json"]["height"])
assert datasets.load_dataset("parquet", data_files=tables, split="train").num_rows == len(rows)
