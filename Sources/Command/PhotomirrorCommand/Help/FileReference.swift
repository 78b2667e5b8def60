/// The help on files on disk: names, sidecars, albums.
/// A test runs its commands, the lines with a `$`.
enum FileReference {
  static let text = #"""
    With --dedupe link, files with the same bytes, for example from two feeds,
    become one file with several names (hard links): a program that writes into
    one of them changes all of them.

    Photos of an album are stored once: the catalog keeps each album with its
    title, description, cover and order. --albums links makes a folder of relative
    links in that order, 'hardlinks' one for programs that do not follow links,
    and 'lists' a playlist (.m3u8) and a JSON file, for file systems without
    links. A folder is replaced as a whole, and files that you put into it are
    kept:

      $ photomirror sync flickr:recent photos --limit 20 --albums links

    The first run reports "a new mirror". If you expected an existing one, check
    that its disk is mounted.

    A directory can mirror several feeds. A photo that two of them list is kept
    once, even if one is Flickr's feed and the other its API. A feed cannot
    replace another feed's photos: if two feeds use one id for different
    addresses, each photo has its own file.

    A file's name is chosen once and kept when the title changes. --name sets a
    template for new photos, which the mirror remembers, and 'rename' moves the
    others; 'photomirror help names' has the fields:

      $ photomirror rename photos --dry-run \
          --name '{owner}/{taken:yyyy}/{taken:yyyy-MM-dd}_{title:40|untitled}_{id}'
      $ photomirror sync flickr:recent photos --size 640 --limit 20 \
          --name '{taken:yyyy}/{title}_{id}' --mtime uploaded
      $ photomirror rename photos

    The modification time of a file is when the photo was taken, or else uploaded.
    By default a name contains only the month or the year if the date is not known
    to the day. The extension follows the file's content, not its address. Immich,
    digiKam, darktable and PhotoPrism read the .xmp files; your edits of them
    stay. Albums are tags in them: Albums/Title, where a / or | of the title
    becomes a character that looks alike. --sidecar xmp,json adds a JSON file for
    programs, --sidecar none leaves both out, and --sidecar-name stem names them
    as Lightroom does (photo.xmp); the mirror remembers the choice. Lightroom
    ignores sidecars of JPEG files: copy the metadata into them with
    'exiftool -tagsfromfile %d%f.jpg.xmp'. Both formats have the SHA-256 of the
    photo as it was mirrored (photomirror:SHA256, in JSON sha256), by which
    'recover' and 'adopt' tell a damaged or edited file; without it a file is
    unproven.
    Removed sidecars and thumbnails are made again. An empty or damaged file is
    moved to 'set-aside' when its photo was fetched again, with a note. Nothing
    outside .photomirror is ever deleted, except links of albums and pages of a
    gallery. The directory can be a link; directories in it cannot.
    """#
}
