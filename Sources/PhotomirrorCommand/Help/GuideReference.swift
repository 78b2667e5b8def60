/// The guide: what to do in the order in which people do it. A test runs its commands, the lines with a `$`.
enum GuideReference {
  static let text = """
    Your first mirror. Put the key of Flickr's API into a file that only you can
    read, and give the mirror a name in ~/.config/photomirror/config.toml. Commands
    that name no mirror take the key from FLICKR_API_KEY or --set-file:

      [provider.flickr]
      key_file = "~/.config/photomirror/flickr.key"

      [mirror.holidays]
      source = "flickr:user/12345678@N00"
      directory = "~/Pictures/holidays"

      $ photomirror doctor holidays
      $ photomirror sync holidays --dry-run
      $ photomirror sync holidays
      $ photomirror status ~/Pictures/holidays

    Every day, without you. systemd runs the mirror, also what it missed while the
    machine was off; a disk that is not mounted is noticed, and no new mirror is
    made in its place. Without systemd, watch does the same in a terminal:

      $ photomirror schedule holidays daily
      $ photomirror schedule --list
      $ photomirror watch holidays --every 6h --runs 1

    Options for runs that nobody sees stand in the configuration: log-file, report,
    metrics, weekly, and on-end, such as a message if photos failed:

      on-end = '[ "$PHOTOMIRROR_RUN_STATUS" = 0 ] || notify-send photomirror'

    From gallery-dl, flickr_download or another tool. Your files stay where they
    are: adopt recognises them by the id in their names, a sidecar or a digest, and
    sync fetches the rest. An export of Flickr itself is read as it is:

      $ photomirror adopt --dry-run flickr:recent ~/Pictures/old
      $ photomirror adopt flickr:recent ~/Pictures/old
      $ photomirror sync flickr:recent ~/Pictures/old --limit 20
        photomirror import flickr-export data-download-1.zip ~/Pictures/mine

    An archive of a million photos. The calls that a site allows in an hour decide:
    Flickr's 3600 list 1.8 million photos. Give the mirror a disk of its own, limit
    the rate, and stop whenever you want: the next run continues. Folders with a
    part for the year keep file managers quick, and verify reads a part each time:

      $ photomirror sync flickr:recent big --name '{taken:yyyy}/{title}_{id}'
      $ photomirror sync flickr:recent big --max-time 8h --max-rate 8M
      $ photomirror verify --quick big

    Several machines. A directory has one run at a time. Machines that share the
    work get lines of it, and store into one directory or object store; an engine
    repeats what failed:

      $ photomirror list flickr:recent --units --limit 10 >units
        photomirror fetch --units units --store s3://photos/mirror

    Or they are workers of one mirror, whose catalog is in PostgreSQL. Each gets the
    same command; one reads the feed, and all fetch its photos. Any of them may be
    killed or added; work --drain ends them all:

        export PHOTOMIRROR_CATALOG=postgresql://db/mirror
        photomirror work --store s3://photos/mirror flickr:recent
        photomirror status --catalog postgresql://db/mirror

    Another site. A provider is a program that answers lines of JSON, or a shared
    library; this examines one:

      $ photomirror providers --check flickr

    When something went wrong. Nothing that is done is lost by a kill, a power cut
    or a full disk: run sync again. To look for damage, to fetch what is missing or
    damaged, and to make a mirror anew of its files after a lost catalog:

      $ photomirror verify big
      $ photomirror repair big
      $ photomirror adopt flickr:recent big
    """
}
