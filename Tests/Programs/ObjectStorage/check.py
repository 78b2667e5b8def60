"""Helpers of Tests/Programs/ObjectStorage/run: the bucket, a server with one large video, and what the store holds."""

import hashlib
import http.server
import sys

import boto3


def objects(prefix):
    pages = boto3.client("s3").get_paginator("list_objects_v2")
    for page in pages.paginate(Bucket="photos", Prefix=prefix):
        yield from page.get("Contents", [])


def make():
    boto3.client("s3").create_bucket(Bucket="photos")
    boto3.client("s3").create_bucket(Bucket="locked", ObjectLockEnabledForBucket=True)


def mirror(count):
    client = boto3.client("s3")
    keys = [entry["Key"] for entry in objects("a/mirror/")]
    photos = [key for key in keys if key.endswith(".jpg") or key.endswith(".png")]
    own = [key for key in photos if "/.photomirror/" not in key]
    assert len(own) == int(count), f"{len(own)} photos of {count}"
    assert len([key for key in keys if key.endswith(".xmp")]) == int(count)
    for key in own:
        answer = client.get_object(Bucket="photos", Key=key)
        digest = hashlib.sha256(answer["Body"].read()).hexdigest()
        assert answer["Metadata"]["sha256"] == digest, key
        assert answer["ContentType"].startswith("image/"), key


def locked(count):
    client = boto3.client("s3")
    keys = [entry["Key"] for entry in client.list_objects_v2(Bucket="locked")["Contents"]]
    own = [key for key in keys if not key.startswith(".photomirror")]
    assert len(own) == 2 * int(count), keys
    for key in keys:
        head = client.head_object(Bucket="locked", Key=key)
        assert (head.get("ObjectLockMode") == "GOVERNANCE") == (key in own), key


def video(folder):
    # The boxes of an MP4 file around random bytes, so that it counts as a whole video.
    body = open(folder + "/large.bin", "rb").read()
    head = b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom" + b"\0\0\0\x08moov"
    content = head + (len(body) + 8).to_bytes(4, "big") + b"mdat" + body
    open(folder + "/large.mp4", "wb").write(content)

    class Handler(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *arguments):
            super().__init__(*arguments, directory=folder)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(f"http://127.0.0.1:{server.server_port}/large.mp4", flush=True)
    server.serve_forever()


def large(folder):
    client = boto3.client("s3")
    keys = [entry["Key"] for entry in objects("large/") if entry["Key"].endswith(".mp4")]
    assert len(keys) == 1, keys
    answer = client.get_object(Bucket="photos", Key=keys[0])
    wanted = open(folder + "/large.mp4", "rb").read()
    assert answer["Body"].read() == wanted
    assert "-" in answer["ETag"], "not uploaded in parts"


{"make": make, "mirror": mirror, "locked": locked, "video": video, "large": large}[sys.argv[1]](*sys.argv[2:])
