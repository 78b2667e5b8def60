/// The help on sources, and how to choose photos.
/// A test runs its commands, the lines with a `$`.
enum SourceReference {
  static let text = #"""
    RSS and Atom feeds need no key. photomirror takes each item's media or
    enclosures, and the images in its text. If an image links to a picture, that
    picture is taken. Share buttons, counters and smileys are left out and
    counted. Malformed XML is repaired where its meaning is clear, with a note.
    Flickr's feeds contain the newest 20 photos of everybody or of one account:
    run the command daily to add the new ones. If the feed shares no photo with
    the last run, you are warned that some may have been missed:

      $ photomirror sync \
          feed:https://www.flickr.com/services/feeds/photos_public.gne photos
      $ photomirror sync \
        'https://www.flickr.com/services/feeds/photos_public.gne?id=10000001@N00' \
        photos

    For all photos of an account, albums and searches, Flickr requires an API key
    (https://www.flickr.com/services/api/keys/). Put it into the environment
    variable FLICKR_API_KEY, or into a file that only you can read, and pass
    --set-file flickr.key=PATH. The key is never shown, logged or stored.

      $ photomirror list flickr:recent --limit 5
      $ photomirror sync flickr:recent photos --limit 20
      $ photomirror status photos

    You can choose other feeds, a smaller size or more parallel transfers. A web
    address works as a source, and --dry-run reports what would be fetched. A size
    is a number of pixels or one of the site's names of sizes, which 'providers'
    shows, with the sites: besides Flickr and feeds these are Mastodon and
    Pixelfed, Bluesky, Wikimedia Commons, the Internet Archive, Openverse, NASA's
    image library, lists of addresses in a file (urls:FILE), and all sites of the
    program gallery-dl (gallery-dl:ADDRESS). --jobs is an upper limit; the default
    depends on the latency of the server. A server that fails or refuses requests
    gets fewer transfers at the same time:

      $ photomirror providers
      $ photomirror sync flickr:user/10000001@N00 photos --size 1024 --jobs 16
      $ photomirror sync 'flickr:search?tags=sea&license=4' photos \
          --size "Medium 800" --limit 50
      $ photomirror sync https://www.flickr.com/photos/harbourlight/ photos \
          --thumbnail 0 --dry-run
      $ photomirror sync https://www.flickr.com/groups/fog-lovers/pool/ photos \
          --size 640 --limit 5
      $ photomirror sync flickr:recent with-json --size 640 --limit 5 \
          --sidecar xmp,json

    The web address of a photo, an account, its favorites, its albums or one of
    them, a gallery, a group, a tag, a day's Explore page or a search is a source.
    A video is mirrored in the best stream that Flickr offers; one that Flickr has
    not processed yet is skipped and counted. An account's albums, galleries and
    groups are shown as sources to copy; flickr:albums/NAME mirrors all albums in
    their order:

      $ photomirror list --sources flickr:user/harbourlight
      $ photomirror sync flickr:albums/harbourlight photos --size 640

    A list of addresses in a file is a source as well: 'photomirror sync
    urls:list.txt photos'. It has an address in each line, or it is CSV with the
    names of its columns, or JSON objects, in lines or in an array;
    urls:list.csv?url=LINK&title=CAPTION names columns. Lengths, digests (md5,
    sha1, sha256; in base 64 as well) and pixels in the list are verified. A list
    of any length is read in parts, and a run continues where the last one
    stopped. Hosts in your own network need --set urls.hosts=ADDRESS, with commas
    between several.

    Comments, EXIF data, the people and notes in a photo, its place in words and
    the albums and groups that show it require further calls. They are requested
    only with --with, after the photos themselves, and again only for photos that
    have changed. They are in the catalog and in JSON sidecars. XMP sidecars have
    people and notes as regions (MWG), and the place in words. For photos in a
    feed, --with info requests licence and pixels by oEmbed:

      $ photomirror sync flickr:user/10000001@N00 photos --size 640 --limit 20 \
          --with comments,notes --sidecar xmp,json

    To mirror your own private photos, and those that others show only to you,
    sign in once: put the secret of your API key into FLICKR_API_SECRET, run
    'photomirror login flickr', open the address that it shows in any browser, and
    type the code of that page. Then flickr:user/me is your account. The token is
    in a file that only you can read, in the state folder
    (~/.local/state/photomirror); 'logout flickr' removes it, and 'whoami flickr'
    shows whose it is.

    Filters choose photos by their listing, before any transfer. A date is when a
    photo was taken, or with the prefix uploaded: when it was uploaded. Photos
    that are already mirrored are kept, whatever the filter:

      $ photomirror sync flickr:recent photos --size 640 --limit 20 \
          --since 2024-05 --until 2025 --exclude-tag night
      $ photomirror sync flickr:recent photos --size 640 --limit 20 \
          --license 'CC BY' --license CC0 --min-edge 800

    You can limit the rate, the bytes or the time; run the same command later to
    continue. If a server requests a pause (429, 503), all transfers from it
    pause. The hourly API limit is enforced across all runs into one directory; if
    several directories share a key, divide the limit among them with
    --calls-per-hour. A host that cannot be reached, or answers only with server
    errors (500, 502, 503, 504), is retried for ten minutes, or as long as
    --retry-for allows; meanwhile the photos of other hosts are mirrored:

      $ photomirror sync flickr:recent photos --limit 30 --max-rate 8M \
          --max-bytes 2G --max-time 3600
      $ photomirror sync flickr:recent photos --limit 30 --min-free 300M \
          --contact ada@example.org
      $ photomirror sync flickr:recent photos --limit 30 --calls-per-hour 1800
      $ photomirror sync flickr:recent photos --limit 30 --retry-for 1h
      $ photomirror sync flickr:recent photos --limit 30 --verbose
      $ photomirror list flickr:recent --limit 5 --verbose

    Proxies are taken from http_proxy, https_proxy, all_proxy and no_proxy, as
    curl reads them. A feed cannot lead to private addresses, such as those of
    your own network, unless you named the host. A proxy resolves names itself and
    must enforce this for the connections that it makes. --ca-file names a
    certificate authority of your own.

    Flickr lists at most 4000 photos of a search. photomirror repeats the search
    from the last upload date until it has everything. With another order
    (sort=relevance) this is not possible: the run reports how much it could not
    list, and exits with status 1.

    If a site refuses a photo (403, 404, 410 or a placeholder image), or twice
    sends a file that is damaged, empty or not the one whose length, hash or size
    was announced, the run fails. If the next run confirms it, the photo is
    recorded as unavailable: 'status' shows since when and why, and it no longer
    makes runs fail. It is requested again after one day, then after growing
    intervals of up to 32 days, and at once if the listing shows another address
    for it or shows it again after an absence.

    A JPEG with other bytes than zeros between its last pixel and its end marker is
    damaged, unless its length or hash was announced: then it is padding, as of
    cameras and scanners, and a warning says so.

    A photo that needs more than 512 MiB or a minute to decode, or has more pixels
    than you allow, is kept without a decode if its length or hash was announced.
    The run warns about it, 'status' counts it, and 'verify' decodes it later if
    its limits allow. HEIC, AVIF, JPEG XL and TIFF are decoded where libheif,
    libjxl and libtiff are installed. Files of formats without a decoder (SVG,
    Photoshop, JPEG 2000, or those) are kept only if the provider names the
    format, or with --keep-undecoded: only their length and hash are checked, and
    an SVG may contain scripts.

      $ photomirror sync flickr:recent photos --limit 30 --max-memory 1024 \
          --max-pixels 400000000
      $ photomirror sync flickr:recent photos --limit 30 --keep-undecoded
    """#
}
