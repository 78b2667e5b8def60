"""Pillow's side of the benchmark: pillow.py FOLDER OUT, two processes, PNG at zlib's level 1."""
import multiprocessing
import os
import sys

from PIL import Image

folder, out = sys.argv[1:]


def thumbnail(name):
    image = Image.open(os.path.join(folder, name))
    image.thumbnail((256, 256), reducing_gap=2.0)
    image.save(os.path.join(out, name + ".png"), compress_level=1)


with multiprocessing.Pool(2) as pool:
    pool.map(thumbnail, sorted(os.listdir(folder)), chunksize=1)
