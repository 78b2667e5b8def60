/// The guide: the usual steps, in their order. A test runs its commands, the lines with a `$`.
enum GuideReference {
  static let text =
    [beginning, unattended, moving, archive, machines, provider, recovery]
    .joined(separator: "\n\n")

  private static let beginning = """
    Your first mirror. Put the key of Flickr's API into a file that only you can
    read, and give the mirror a name in ~/.config/photomirror/config.toml. A
    command accepts that name in place of a SOURCE or a DIRECTORY:

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

    'photomirror init' asks for these values, tries them and writes the file. A
    mirror without a name is brought up to date by its directory: 'photomirror sync
    photos' repeats the last run of each of its sources, with the options about
    photos that it had.
    """

  private static let unattended = """
    Every day, unattended. systemd runs the mirror on schedule, and catches up
    after the machine was off. If the mirror's disk is not mounted, the run fails
    and makes no new mirror in its place. Without systemd, watch does the same in a
    terminal:

      $ photomirror schedule holidays daily
      $ photomirror schedule --list
      $ photomirror watch holidays --every 6h --runs 1

    The configuration has the options for unattended runs: log-file, report,
    metrics, weekly, and on-end, which runs a command, such as one that reports
    failed photos:

      on-end = '[ "$PHOTOMIRROR_RUN_STATUS" = 0 ] || notify-send photomirror'
    """

  private static let moving = """
    From another program. Your files keep their places and names: adopt recognises
    them by the id in a name, a sidecar or a digest, and checks each by decoding
    it; sync fetches the rest. --dry-run shows what would be found:

      $ photomirror adopt --dry-run flickr:recent ~/Pictures/old
      $ photomirror adopt flickr:recent ~/Pictures/old
      $ photomirror sync flickr:recent ~/Pictures/old --limit 20

    From gallery-dl: its folder flickr, whose files are flickr_ID.jpg, as
    DIRECTORY; with --write-metadata, adopt --offline needs no call to Flickr. For
    the other sites of gallery-dl, gallery-dl:ADDRESS is a source.

    From flickr_download: its folders of albums, if the names have ids (-n
    title_and_id) or JSON files with the ids are beside them.

    From flickrmirrorer: the whole folder, with photostream/ID.jpg. Its links in
    Albums and Collections are not changed; sync --albums links makes new ones in
    albums/. --gone trash replaces --delete-unknown: photos that two complete
    listings lack move to the trash.

    From Flickr's own export, 'Request my Flickr data': its ZIP files, unchanged:

        photomirror import flickr-export data-download-*.zip ~/Pictures/mine
    """

  private static let archive = """
    An archive of a million photos. The number of calls that a site allows in an
    hour limits the speed: Flickr's 3600 list 1.8 million photos. Give the mirror a
    disk of its own, limit the rate, and stop at any time: the next run continues.
    Folders by year keep file managers fast, and verify --quick reads only files
    that may have changed:

      $ photomirror sync flickr:recent big --name '{taken:yyyy}/{title}_{id}'
      $ photomirror sync flickr:recent big --max-time 8h --max-rate 8M
      $ photomirror verify --quick big

    Thumbnails as WebP take half of the bytes:

      $ photomirror thumbnails big --rebuild --thumbnail-format webp
    """

  private static let machines = #"""
    Several machines. A directory has one run at a time. To share the work, start
    workers of one mirror, whose catalog is in a PostgreSQL database and whose
    photos are in an object store, or in a folder that all machines see. Create the
    database, put its password into ~/.pgpass, and run the same command on each
    machine: one worker reads the feed, all fetch its photos, and the limits of the
    site apply to all together. Workers can be killed or added at any time:

        export PHOTOMIRROR_CATALOG=postgresql://me@db/mirror
        photomirror work --store s3://photos/mirror flickr:recent
        photomirror status --catalog postgresql://me@db/mirror
        photomirror work --drain

    'photomirror catalog copy' moves the catalog of an existing mirror there, and
    back; then the key catalog of the configuration names its database.

    An archive of a billion photos has twenty catalogs of 50 million: each with a
    database, a prefix of the bucket, a part of the accounts, and a key of the site
    or its share of the calls. Part it by accounts, because a photo that two
    catalogs list is stored twice. New accounts go to the newest catalog:

        for part in 00 01 02; do
          photomirror work --catalog "postgresql://me@db/part$part" \
            --store "s3://photos/part$part" --calls-per-hour 1200 \
            $(cat "accounts.$part") &
        done

    Back it up by base backups and the archived log, or dump a standby: a dump of
    the server itself keeps each row that changes meanwhile.

    An engine that divides work itself, such as Spark or Slurm, gets the photos as
    lines, and repeats the parts that failed:

      $ photomirror list flickr:recent --units --limit 10 >units
        photomirror fetch --units units --store s3://photos/mirror
    """#

  private static let provider = """
    Another site. A provider is a program photomirror-provider-NAME, in any
    language, that answers lines of JSON. It does no I/O: asked for 'manifest', it
    returns its sources and settings; asked for 'page-request', the address of a
    page; given the bytes of that page, its photos. photomirror makes the requests,
    and repeats, limits and checks them. Start with a copy of samples/providers, in
    Python or a shell, or of samples/JSONFeedProvider, a shared library in Swift.
    Record an answer of the site, examine the provider, then use it:

      $ photomirror providers --check flickr
        photomirror providers --check mysite --answers recorded --provider-path .
        photomirror sync mysite:all photos --provider-path .
    """

  private static let recovery = """
    When something went wrong. A kill, a power cut or a full disk loses no finished
    work: run sync again. To see what failed and what to do, with pictures:

      $ photomirror status big
      $ photomirror report big -o report.html

    Damaged or missing files: verify finds them, repair restores or fetches them.
    It keeps a file that you edited, and moves a damaged one to
    .photomirror/set-aside once it has another one:

      $ photomirror verify big
      $ photomirror repair big

    A second copy on another disk or in a bucket (--store), also of a mirror in a
    bucket; repair takes files from it before it asks the site, and the same
    command updates it:

      $ photomirror copy big backup
      $ photomirror repair --from backup big

    A damaged, empty or lost catalog: recover takes the newest good of the snapshots
    that runs leave in .photomirror/snapshots and in the bucket of an object
    store, or of a copy's, lists the files, and records later ones from their
    sidecars; a run changes nothing before. Without a snapshot, adopt, told the
    source, does that alone, in a bucket with --store. Both name what they cannot
    record; no file is downloaded again. If the whole directory is lost, copy makes
    it from the copy. A catalog in PostgreSQL has no snapshots: back it up with
    pg_dump, or make a copy, whose catalog is a file. Snapshots of more than a day
    ahead of the clock are skipped if there are others, unless 'recover NAME
    DIRECTORY' names one.

      $ photomirror recover backup big
      $ photomirror adopt flickr:recent big

    To restore a photo from the trash, or to exclude it from later runs:
    'photomirror trash big', 'photomirror restore big PHOTO', 'photomirror forget
    big PHOTO'. 'trash --set-aside' lists the files that were set aside; restore
    takes their paths too, and only 'trash --set-aside --empty' deletes them.

    A new disk: copy the mirror with its .photomirror (cp -a, rsync -a), and change
    its directory in the configuration.
    """
}
