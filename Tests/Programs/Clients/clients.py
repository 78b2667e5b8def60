"""Reads the sample server with flickrapi and gallery-dl: usage: clients.py http://127.0.0.1:PORT/"""

import sys

import flickrapi
from gallery_dl import config, extractor
from gallery_dl.extractor import flickr as gallery

SITE = sys.argv[1].rstrip("/")
REST = SITE + "/services/rest/"
KEY = "7391" * 8


def with_flickrapi():
    """Every method that photomirror uses, as flickrapi calls it; the comments and people by photo."""
    flickrapi.FlickrAPI.REST_URL = REST
    api = flickrapi.FlickrAPI(KEY, "demo-secret", format="parsed-json", store_token=False)
    photos = api.photos.getRecent(per_page=120, extras="media,last_update,views")["photos"]["photo"]
    assert len(photos) == 120, len(photos)
    owner = photos[0]["owner"]
    assert api.people.getPublicPhotos(user_id=owner)["photos"]["photo"]
    assert api.people.getInfo(user_id=owner)["person"]["photos"]["count"]
    assert api.photosets.getList(user_id=owner)["photosets"]["photoset"]
    assert api.galleries.getList(user_id=owner)["galleries"]["gallery"]
    assert api.collections.getTree(user_id=owner)["collections"]["collection"]
    assert api.contacts.getPublicList(user_id=owner)["contacts"]["contact"]
    assert api.photos.search(tags="cat")["photos"]["total"]
    assert api.interestingness.getList(date="2025-11-13")["photos"]
    around = {}
    for photo in photos:
        name = photo["id"]
        info = api.photos.getInfo(photo_id=name)["photo"]
        comments = api.photos.comments.getList(photo_id=name)["comments"].get("comment", [])
        people = api.photos.people.getList(photo_id=name)["people"]["person"]
        assert int(info["comments"]["_content"]) == len(comments)
        assert int(info["people"]["haspeople"]) == len(people)
        assert info["dates"]["lastupdate"] == photo["lastupdate"]
        assert info["views"] == photo["views"]
        assert api.photos.getSizes(photo_id=name)["sizes"]["size"]
        contexts = api.photos.getAllContexts(photo_id=name)
        try:
            exif = api.photos.getExif(photo_id=name)["photo"]["exif"]
        except flickrapi.FlickrError as error:
            assert error.code == 2, error
            exif = []
        try:
            place = api.photos.geo.getLocation(photo_id=name)["photo"]["location"]
            assert place["country"] == info["location"]["country"]
        except flickrapi.FlickrError as error:
            assert error.code == 2 and "location" not in info, error
        around[name] = (len(exif), len(contexts.get("set", [])), len(info["notes"]["note"]), len(comments))
    return around


def with_gallery_dl(names):
    """The same photos by gallery-dl, with its metadata switched on."""
    gallery.FlickrAPI.API_URL = REST
    # Its own key comes from Flickr's pages.
    gallery.FlickrAPI.API_KEY = KEY
    config.set(("extractor", "flickr"), "api-key", KEY)
    config.set(("extractor", "flickr"), "api-secret", "secret")
    config.set(("extractor", "flickr"), "sleep-request", 0)
    for name in ("exif", "contexts", "info"):
        config.set(("extractor", "flickr"), name, True)
    found = {}
    for name in names:
        for message in extractor.find(f"https://www.flickr.com/photos/anybody/{name}"):
            if message[0] != 3:
                continue
            photo = message[2]
            assert message[1].startswith(SITE + "/static/") or "/video/" in message[1], message[1]
            found[name] = (
                len(photo.get("exif") or []),
                len(photo.get("set") or photo.get("contexts", {}).get("set", [])),
                len(photo["notes"]["note"]) if isinstance(photo["notes"], dict) else len(photo["notes"]),
                photo["comments"] if isinstance(photo["comments"], int)
                else int(photo["comments"]["_content"]))
    return found


around = with_flickrapi()
some = list(around)[:12]
found = with_gallery_dl(some)
assert len(found) == len(some), found
for name, values in found.items():
    assert values == around[name], (name, values, around[name])
print(f"flickrapi read {len(around)} photos with their details, gallery-dl {len(found)} alike")
