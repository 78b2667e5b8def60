/// The help on what happens to photos that change, vanish or are refused.
/// A test runs its commands, the lines with a `$`.
enum ChangeReference {
  static let text = #"""
    Photos that the feed no longer lists are kept, and the run says how many there
    are. A photo counts as gone only if two complete listings, at least a day
    apart, lack it (--gone-after), or if one does and the site says that it has no
    such photo; a feed that shows only its newest entries, a listing with invalid
    entries, or one that an interrupted run read in parts proves nothing. With
    --gone trash the files of such photos move to .photomirror/trash, and come
    back without a transfer when they are listed again. With --gone delete the
    site is asked for each of them first, for at most 200 in a run: a photo that
    it still has counts as listed. If more are gone than
    --max-gone allows, none is touched. Photos that another feed of the mirror
    lists, files that you edited, and the photos of an account that vanished as a
    whole always stay. 'forget' moves a photo to the trash and keeps it away; a
    file that you simply delete is fetched again.

      $ photomirror sync flickr:user/10000001@N00 photos --gone trash \
          --max-gone 10% --dry-run
      $ photomirror forget photos "$(ls photos/*/*.jpg | head -n 1)"
      $ photomirror trash photos
      $ photomirror restore photos \
          "$(ls -d photos/.photomirror/trash/*/*/*.jpg | head -n 1)"
      $ photomirror trash photos --empty --older-than 90d

    If the owner replaces a picture, the next full run fetches and checks the new
    version under the same name and moves the old one to the trash
    (--keep-versions says how many stay there). A changed title, tag, licence or
    place rewrites only the sidecar, and in it only what changed: properties of
    other programs and your own edits stay. A run that finds nothing changed
    writes no file. If several sources list a photo, each is compared with what it
    said before, so that they do not rewrite its sidecar in turns. --upgrade also
    fetches photos again of which --size now gives a larger file (a call asks for
    the sizes of each video, and of each photo whose listing has no addresses,
    that is not an original), and makes thumbnails again whose edge or format
    differs:

      $ photomirror sync flickr:user/10000001@N00 photos --full --keep-versions 2
      $ photomirror sync flickr:user/10000001@N00 photos --size 1024 --upgrade

    Thumbnails are PNG files without loss, or with --thumbnail-format jpeg or
    'webp', which a mirror remembers, an eighth or less of their bytes. A JPEG,
    PNG, GIF or WebP that is upright and no larger than a thumbnail (--thumbnail,
    256 pixels) is its own: the gallery, the reports and the catalog's views name
    its file. 'thumbnails' says what there is ('own' are those photos), and makes
    all of them again in another format or size, without network:

      $ photomirror thumbnails photos --rebuild --thumbnail-format jpeg
      $ photomirror thumbnails photos

    An account, group, favorites or search in which nothing is new costs one or
    two calls: reading stops at the first page of known photos if the site
    announces as many photos as before, none waits, and the last full run was
    complete and is less than a week old. Photos that were removed or changed
    deeper in the feed are seen in full runs only: once a week, or with --full. To
    judge photos that a full run misses, the next one follows after a day.

    A picture that you edited stays if its owner replaces it: it is counted as
    replaced in each run and in 'status' until you move it away, and the next run
    then fetches the new one. Another --size or --thumbnail applies only to new
    photos, with a note, unless you add --upgrade.
    """#
}
