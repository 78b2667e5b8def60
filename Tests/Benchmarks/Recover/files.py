"""The files of a catalog's photos: their names as the lists of an object store, or the files themselves.

usage: files.py CATALOG FOLDER                   lists of 1,000 objects, N.xml; each names the next
       files.py CATALOG FOLDER PHOTOS PICTURE    files for so many photos: PICTURE.jpg, PICTURE.png as the thumbnail
"""
import itertools
import os
import re
import shutil
import sqlite3
import sys

from sidecar import sidecar

LINKS = 50_000  # ext4 allows 65,000 names of one file

catalog, folder = sys.argv[1:3]
stems = (row[0] for row in sqlite3.connect(catalog).execute("SELECT stem FROM photo ORDER BY id"))


def write_lists():
    names = iter(
        sorted(
            name
            for stem in stems
            for name in (f"{stem}.jpg", f"{stem}.jpg.xmp", f".photomirror/thumbnails/{stem}.png")
        )
    )
    number, part = 0, list(itertools.islice(names, 1000))
    while part:
        following = list(itertools.islice(names, 1000))
        entries = "".join(
            f"<Contents><Key>mirror/{name}</Key><Size>1</Size></Contents>" for name in part
        )
        rest = (
            f"<IsTruncated>true</IsTruncated><NextContinuationToken>{number + 1}</NextContinuationToken>"
            if following
            else "<IsTruncated>false</IsTruncated>"
        )
        with open(f"{folder}/{number}.xml", "w") as file:
            file.write(f"<ListBucketResult>{rest}{entries}</ListBucketResult>")
        number, part = number + 1, following
    with open(f"{folder}/none.xml", "w") as file:
        file.write("<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>")


def write_files(photos, picture):
    for number, stem in enumerate(itertools.islice(stems, photos)):
        for kind, path in (("jpg", f"{folder}/{stem}"), ("png", f"{folder}/.photomirror/thumbnails/{stem}")):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            original = f"{picture}-{number // LINKS}.{kind}"
            if not os.path.exists(original):
                shutil.copy(f"{picture}.{kind}", original)
            os.link(original, f"{path}.{kind}")
        with open(f"{folder}/{stem}.jpg.xmp", "w") as file:
            file.write(sidecar(re.search(r"_(\d+)$", stem)[1]))


if len(sys.argv) > 3:
    write_files(int(sys.argv[3]), sys.argv[4])
else:
    write_lists()
