/// The help on photos that change, vanish or are refused.
/// A test runs its commands, the lines with a `$`.
enum ChangeReference {
  static let text = #"""
    Photos that the feed no longer lists are kept, and the run reports their
    number. A photo counts as gone only if two complete listings, at least a day
    apart, lack it (--gone-after), or if one lacks it and the site reports that
    the photo does not exist. A feed that shows only its newest entries, a listing
    with invalid entries, and one that an interrupted run read in parts prove
    nothing. With --gone trash the files of gone photos move to
    .photomirror/trash, and return without a transfer when the photos are listed
    again. With --gone delete each of them is first looked up at the site, at most
    200 in a run: a photo that the site still has counts as listed. If more are
    gone than --max-gone allows, none is changed. Photos that another feed of the
    mirror lists, files that you edited, and the photos of an account that
    vanished as a whole are always kept. 'forget' moves a photo to the trash and
    excludes it from later runs; a file that you delete yourself is fetched again.

      $ photomirror sync flickr:user/10000001@N00 photos --gone trash \
          --max-gone 10% --dry-run
      $ photomirror forget photos "$(ls photos/*/*.jpg | head -n 1)"
      $ photomirror trash photos
      $ photomirror restore photos \
          "$(ls -d photos/.photomirror/trash/*/*/*.jpg | head -n 1)"
      $ photomirror trash photos --empty --older-than 90d

    If the owner replaces a picture, the next full run fetches and checks the new
    version under the same name and moves the old one to the trash
    (--keep-versions limits how many are kept there). If a title, tag, licence or
    place changes, only that property of the sidecar is rewritten: properties of
    other programs and your own edits are kept. A run that finds no change writes
    no file. If several sources list a photo, each source is compared with its own
    last listing; otherwise two sources would rewrite the sidecar alternately.
    --upgrade also fetches photos again if --size now gives a larger file, and
    rebuilds thumbnails that have another edge or format. It takes a call for each
    video, and for each photo that is not an original and whose listing has no
    addresses:

      $ photomirror sync flickr:user/10000001@N00 photos --full --keep-versions 2
      $ photomirror sync flickr:user/10000001@N00 photos --size 1024 --upgrade

    Thumbnails are JPEG files. With --thumbnail-format webp they take half of the
    bytes, with 'png' eight times as many, lossless; the mirror remembers the
    choice. A JPEG, PNG, GIF or WebP that is upright and no larger than a
    thumbnail (--thumbnail, 256 pixels) is its own thumbnail: the gallery, the
    reports and the catalog's views refer to its file. 'thumbnails' counts a
    mirror's thumbnails ('own' are those photos), and rebuilds all of them in
    another format or size, without network:

      $ photomirror thumbnails photos --rebuild --thumbnail-format webp
      $ photomirror thumbnails photos

    If nothing is new in an account, group, favorites or search, a run costs one
    or two calls: reading stops at the first page of known photos if the site
    announces as many photos as before, no photo waits, and the last full run was
    complete and is less than a week old. Only full runs, once a week or with
    --full, find photos that were removed or changed deeper in the feed. If a full
    run lacks photos, the next full run follows after a day, to judge them.

    If the owner replaces a picture that you edited, your file is kept: it is
    counted as replaced in each run and in 'status' until you move it away, and
    the next run then fetches the new one. Another --size or --thumbnail applies
    only to new photos, with a note, unless you add --upgrade.
    """#
}
