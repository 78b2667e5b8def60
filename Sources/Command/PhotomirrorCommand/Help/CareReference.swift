import Foundation
import Images

/// The help on imports, verifying, repairing, metadata, reports, galleries, scripts.
/// A test runs its commands, the lines with a `$`.
enum CareReference {
  private static let verdicts = PictureVerdict.allCases.map { verdict in
    let name = verdict.rawValue.padding(toLength: 13, withPad: " ", startingAt: 0)
    return "  " + name + verdict.meaning
  }.joined(separator: "\n")

  static let text = #"""
    'import' reads the archives that Flickr gives an account of its own photos:
    originals, videos, titles, tags, places, albums and comments. Each file is
    checked like a download. The photos belong to the account's source, so that
    the next 'sync' of it fetches only the rest, and makes the thumbnails of
    videos, whose stills an export does not contain. If the archives lack the file
    of a photo, its source is written to standard output, for 'sync'. Give all
    archives at once, or the account's NSID if the one with account_profile.json
    is not among them:

      $ photomirror import flickr-export data-download-1.zip photos \
          --account 10000001@N00

    In scripts, results go to standard output and everything else to standard
    error. Progress is a line for each photo or a JSON object for each event;
    'photomirror help json' documents the keys of all JSON output.

      $ photomirror sync flickr:recent photos --limit 20 --progress lines
      $ photomirror sync flickr:recent photos --limit 20 --progress json
      $ photomirror status photos --json
      $ photomirror verify photos

    'verify' compares every file with the catalog: - is missing, * changed, !
    unreadable, + a file that does not belong to the mirror. A whole picture with
    other bytes is edited, or suspected rot if its size and time are still those of
    the mirrored file, or swapped if the bytes are another photo's. A file without
    its last bytes is damaged. --quick reads only files with another size or a
    later time, --max-rate limits the reading rate, and --resume continues after an
    interruption. --oldest begins with the files that were not read for longest;
    --for 20m, --sample 2%, --older-than 90d and --max-bytes 50G limit that, and
    'status' shows how old the oldest check is. --against-source compares
    with a feed instead, without writing.

    A photo that was mirrored stays a photo of the mirror until you let it go
    (trash, forget, --gone): 'verify' fails, and 'status' and 'report' name it, as
    long as its file is missing or bad.

    'repair' puts back files that were renamed, swapped or set aside, fetches only
    what is still missing, damaged, rotten or swapped, and makes missing sidecars
    and thumbnails. A bad file stays until the new one is whole, and is moved to
    'set-aside' then; a picture that you edited is kept. --accept-edits, or --accept
    for one photo, records that edits are as you want them, so that 'verify'
    succeeds again.

    'adopt' makes a mirror of files that are already there, after a lost catalog or
    from another tool (gallery-dl, flickr_download, Flickr's own export): it
    recognises them by the photo's id in their name, by a sidecar, or by a digest,
    and records them in place. 'sync' fetches the rest:

      $ photomirror verify --quick --max-rate 20M photos
      $ photomirror verify --for 20m photos
      $ photomirror repair photos
      $ photomirror verify --accept-edits photos
      $ photomirror adopt --dry-run flickr:recent photos

    'copy' makes or updates a second mirror on another disk, also while a run is
    writing: photos, sidecars, thumbnails, trash and catalog. It reads only files
    that changed, compares each copied file with its digest, and leaves out those
    that differ, so that damage is not copied. Edited files are copied when they are
    accepted. What the mirror lost stays in the copy: only what you let go, or a new
    version replaces, is moved to the copy's set-aside folder. With --store, the
    photos of the copy are in an object store. 'verify', 'repair' and 'sync' work on
    the copy as on any mirror; once a 'sync' read a listing into it, 'copy' refuses
    it. 'verify --against' compares the catalogs of two mirrors and reads no file.
    'repair --from' takes missing and damaged files from another mirror, any folder
    or a bucket, whatever their names are there, before it asks the site:

      $ photomirror copy photos backup
      $ photomirror verify --against backup photos
      $ photomirror repair --from backup photos

    'export' writes the metadata of all mirrored photos as a table or JSON, the
    digests of their files for 'sha256sum -c' (--format sha256sum), the events of
    each photo (--format events, or premis for archives), or a page with the credits
    of each, which Creative Commons licences require. The table, JSON and page
    contain albums, and the details that --with or an import added. Private photos
    are left out unless you add --private:

      $ photomirror export photos --format csv > photos.csv
      $ photomirror export photos --format html > photos/credits.html

    'bundle' writes photos as a bag (BagIt 1.0), the package that archives take: the
    photos with their sidecars, metadata.csv in Dublin Core, a page with credits,
    and manifests of SHA-256 and SHA-512. The bytes of each photo are compared with
    the catalog; one with other bytes is left out. --album, --tag, --since, --until
    and --photo choose photos, --info gives lines of bag-info.txt, --profile names
    what an archive asks of a bag, and --max-bytes splits. --tar writes a bag as one
    file, and --gallery adds pages that show all that is known of its photos:

      $ photomirror bundle --info 'Source-Organization: Me' photos bag

    'report' lists what the last run added, which photos failed, are refused,
    replaced or gone, the reasons, and what to do; with -o as a page with
    pictures and links:

      $ photomirror report photos
      $ photomirror report photos -o report.html

    'gallery' writes pages to look at a mirror in a browser, from the disk or from
    any web server: the newest first, by year, month, album, tag, place and owner,
    a map, a page for each photo with its credit and metadata, and a feed. Scripts
    add a search, keys and a slideshow; all else works without them, and nothing
    is loaded from elsewhere. The command writes only what changed, and leaves
    out private photos unless you add --private. 'photomirror browse photos'
    updates the pages and shows them, to this machine only, until Ctrl-C. Pages and
    pictures that another user or machine made are made again:

      $ photomirror gallery photos
      $ photomirror gallery photos -o site --title 'Harbour and fog'

    Pages show pictures of at most 1600 pixels, and link to the photos' own files;
    lists have pictures of 512 pixels for dense screens. The first run makes them,
    a dozen photos of 12 megapixels a second on each core; both take some 200 KB.
    HEIC, TIFF and JPEG XL are shown by them. With --preview EDGE the larger ones
    have another size, with 0 pages show the files.

    With -o the gallery is a folder to publish, from any web server: it has the
    pages and the files of the photos that they show, as hard links or copies.
    Private photos, sidecars, ids and, unless you add --places, coordinates and
    places are not in it; the files are as the site gave them, with what the camera
    wrote into them. --url gives links to it a preview. Never serve the mirror
    itself, which has all of these. Of a mirror in an object store -o DIR copies the
    photos into the folder; with --photos-url URL it has pages and thumbnails only,
    with links to the photos at that address.

    Named mirrors can run unattended. 'schedule' makes a timer of systemd for one,
    and 'watch' repeats runs without systemd. A run of a timer writes to the
    journal only if something happened; the configuration can give it a
    'log-file', a 'report' in JSON, 'metrics' for Prometheus, a command 'on-end',
    such as samples/ntfy, and the address of a monitor, 'ping'. Other monitors ask
    'watch --listen 9100' for /healthz and /metrics. If the disk of a mirror is
    not mounted, the run fails and makes no new mirror. 'photomirror help guide'
    describes the steps from the first mirror to a million photos:

      $ photomirror schedule --list
      $ photomirror sync flickr:recent photos --limit 20 --progress log \
          --report report.json --metrics photos.prom

    'doctor' checks what a run needs: the machine, the configuration and its key
    files, each mirror's disk and directory, and whether each site answers and
    accepts the key. Each line is ok, a warning or a failure with what to do:

      $ photomirror doctor photos flickr:recent

    'doctor --verbose' also shows the versions of libraries. Debian's debsecan
    lists the packages with known security faults. The libraries that come with
    the tarball and the wheel are of the packages in lib/photomirror/packages,
    which 'debsecan --status' reads.

    A decode finds files that end early, every change in the pixels of a PNG, and
    in other formats the changes that break a code: of single flipped bits in a
    JPEG one in seven to one in three. The other changes give other pixels that
    look valid. A digest finds them all: one that the site announces, and after
    the download the catalog's, with which 'verify' compares. Further frames,
    pages and pictures of a file are decoded as well, except those of AVIF
    animations and animated PNGs; a warning names those that are over a limit.

    A picture is one of three, here and in all messages:

    \#(verdicts)

    A library that refuses a file before its pixels, and what came after its
    version, are no damage; a cut file always is. 'doctor' names the versions of
    libraries that decode more. A picture that is not decoded is kept if its
    length or digest was announced.

    'check' and 'thumbnail' work on any file of a picture, without a mirror. They
    write a line or a JSON object for each file: 'whole', 'not decoded' or
    'failed', which is damaged, no picture, or not readable. The decoder's message
    says why. Videos and formats without a decoder are 'not decoded'.

      $ photomirror check photos/*/*.jpg
      $ photomirror check --json photos/*/*.jpg
      $ photomirror thumbnail photos/*/*.jpg --edge 128 -o small
    """#
}
