/// The guide: what to do in the order in which people do it. A test runs its commands, the lines with a `$`.
enum GuideReference {
  static let text =
    [beginning, unattended, moving, archive, machines, provider, recovery]
    .joined(separator: "\n\n")

  private static let beginning = """
    Your first mirror. Put the key of Flickr's API into a file that only you can
    read, and give the mirror a name in ~/.config/photomirror/config.toml. Wherever
    a command takes a SOURCE or a DIRECTORY, it takes that name too:

      [provider.flickr]
      key_file = "~/.config/photomirror/flickr.key"

      [mirror.holidays]
      source = "flickr:user/12345678@N00"
      directory = "~/Pictures/holidays"

      $ photomirror config check
      $ photomirror doctor holidays
      $ photomirror sync holidays --dry-run
      $ photomirror sync holidays
      $ photomirror status holidays
      $ photomirror gallery holidays
    """

  private static let unattended = """
    Every day, without you. systemd runs the mirror, also what it missed while the
    machine was off; a disk that is not mounted is noticed, and no new mirror is
    made in its place. Without systemd, watch does the same in a terminal:

      $ photomirror schedule holidays daily
      $ photomirror schedule --list
      $ photomirror watch holidays --every 6h --runs 1

    Options for runs that nobody sees stand in the configuration: log-file, report,
    metrics, weekly, and on-end, such as a message if photos failed:

      on-end = '[ "$PHOTOMIRROR_RUN_STATUS" = 0 ] || notify-send photomirror'
    """

  private static let moving = """
    From another program. Your files stay where they are, under their names: adopt
    recognises them by the id in a name, a sidecar or a digest, and checks each by
    decoding it; sync fetches the rest. --dry-run shows what would be found:

      $ photomirror adopt --dry-run flickr:recent ~/Pictures/old
      $ photomirror adopt flickr:recent ~/Pictures/old
      $ photomirror sync flickr:recent ~/Pictures/old --limit 20

    From gallery-dl: its folder flickr, whose files are flickr_ID.jpg, as DIRECTORY;
    with --write-metadata, adopt --offline needs no call to Flickr. Other sites go
    on through it: gallery-dl:ADDRESS is a source (see README of Plugins/GalleryDL).

    From flickr_download: its folders of albums, if the names have ids (-n
    title_and_id) or JSON files with the ids stand beside them.

    From flickrmirrorer: the whole folder, with photostream/ID.jpg. Its links in
    Albums and Collections are left as they are; sync --albums links makes new ones
    in albums/, and --gone trash does what --delete-unknown did, after three passes.

    From Flickr's own export, 'Request my Flickr data': its ZIP files as they are:

        photomirror import flickr-export data-download-*.zip ~/Pictures/mine
    """

  private static let archive = """
    An archive of a million photos. The calls that a site allows in an hour decide:
    Flickr's 3600 list 1.8 million photos. Give the mirror a disk of its own, limit
    the rate, and stop whenever you want: the next run continues. Folders with a
    part for the year keep file managers quick, and verify reads a part each time:

      $ photomirror sync flickr:recent big --name '{taken:yyyy}/{title}_{id}'
      $ photomirror sync flickr:recent big --max-time 8h --max-rate 8M
      $ photomirror verify --quick big

    Thumbnails as JPEG take an eighth of the bytes:

      $ photomirror thumbnails big --rebuild --thumbnail-format jpeg
    """

  private static let machines = """
    Several machines. A directory has one run at a time. Machines that share the
    work are workers of one mirror, whose catalog is in a PostgreSQL database and
    whose photos are in an object store, or a folder that all of them see. Make the
    database, put its password into ~/.pgpass, and give each machine the same
    command: one of them reads the feed, all fetch its photos, and the limits of the
    site hold for all together. Any of them may be killed or added:

        export PHOTOMIRROR_CATALOG=postgresql://me@db/mirror
        photomirror work --store s3://photos/mirror flickr:recent
        photomirror status --catalog postgresql://me@db/mirror
        photomirror work --drain

    A mirror that began on one machine moves there, and back, with 'photomirror
    catalog copy'; the key catalog of the configuration then names its database.

    An engine that divides work itself, such as Spark or Slurm, gets lines of it,
    and repeats what failed:

      $ photomirror list flickr:recent --units --limit 10 >units
        photomirror fetch --units units --store s3://photos/mirror
    """

  private static let provider = """
    Another site. A provider is a program photomirror-provider-NAME, in any
    language, that answers lines of JSON. It computes: to 'manifest' it says its
    sources and settings, to 'page-request' the address of a page, and of that
    page's bytes it says the photos; photomirror makes the requests, and repeats,
    limits and checks them. Begin with a copy of samples/providers, in Python or a
    shell, or of samples/JSONFeedProvider, a shared library in Swift. Record an
    answer of the site, examine the provider, then use it:

      $ photomirror providers --check flickr
        photomirror providers --check mysite --answers recorded --provider-path .
        photomirror sync mysite:all photos --provider-path .
    """

  private static let recovery = """
    When something went wrong. Nothing that is done is lost by a kill, a power cut
    or a full disk: run sync again. What failed, and what to do, with pictures:

      $ photomirror status big
      $ photomirror report big --html report.html

    Damaged or missing files: verify looks, repair fetches them again, and keeps a
    file that you edited, and a damaged one in .photomirror/set-aside:

      $ photomirror verify big
      $ photomirror repair big

    A catalog that is damaged or lost: move .photomirror/catalog.sqlite away, and
    adopt makes it anew of the files. Nothing that stands is fetched again:

      $ photomirror adopt flickr:recent big

    A photo that should come back from the trash, or never again: 'photomirror
    trash big', 'photomirror restore big PHOTO', 'photomirror forget big PHOTO'.

    A new disk: copy the mirror with its .photomirror (cp -a, rsync -a), and change
    its directory in the configuration.
    """
}
