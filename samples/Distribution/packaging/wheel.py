"""Writes a Python wheel with the files of a prefix: its command goes to the environment's bin, all else beside it.

usage: wheel.py PREFIX VERSION PLATFORM DIRECTORY   prints the wheel's path

There is no code in Python in it: pip and pipx are a way to install the program (Binary distribution format,
packaging.python.org). The time in it is SOURCE_DATE_EPOCH.
"""
import base64
import hashlib
import os
import sys
import time
import zipfile

prefix, version, platform, directory = sys.argv[1:]
tag = f"py3-none-{platform}"
name = f"photomirror-{version}"
stamp = time.gmtime(max(int(os.environ["SOURCE_DATE_EPOCH"]), 315532800))[:6]
readme = open(os.path.join(prefix, "share/doc/photomirror/README.md"), encoding="utf-8").read()

files = {}
for folder, _, names in os.walk(prefix):
    for file in names:
        path = os.path.join(folder, file)
        place = os.path.relpath(path, prefix)
        kind, rest = ("scripts", place[4:]) if place.startswith("bin/") else ("data", place)
        files[f"{name}.data/{kind}/{rest}"] = (open(path, "rb").read(), os.stat(path).st_mode)
files[f"{name}.dist-info/METADATA"] = (
    f"Metadata-Version: 2.1\nName: photomirror\nVersion: {version}\n"
    "Summary: mirror photo feeds into directories\nLicense: MIT\nRequires-Python: >=3.8\n"
    f"Description-Content-Type: text/markdown\n\n{readme}".encode(), 0o100644)
files[f"{name}.dist-info/WHEEL"] = (
    f"Wheel-Version: 1.0\nGenerator: photomirror\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(), 0o100644)


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


record = f"{name}.dist-info/RECORD"
lines = [f"{path},sha256={digest(data)},{len(data)}" for path, (data, _) in sorted(files.items())]
files[record] = ("\n".join(lines + [f"{record},,"]).encode() + b"\n", 0o100644)

wheel = os.path.join(directory, f"{name}-{tag}.whl")
with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
    # The metadata comes last, as the format recommends.
    for path in sorted(files, key=lambda path: (".dist-info/" in path, path)):
        data, mode = files[path]
        entry = zipfile.ZipInfo(path, stamp)
        entry.external_attr = mode << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        archive.writestr(entry, data)
print(wheel)
