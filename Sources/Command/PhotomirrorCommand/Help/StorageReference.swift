/// The help on object stores, WebDAV servers, catalogs in PostgreSQL, engines.
/// A test runs its commands, the lines with a `$`.
enum StorageReference {
  static let text = #"""
    The photos can be in an object store that speaks S3 (Amazon, MinIO, Garage,
    Ceph, R2); the directory keeps the catalog and unfinished files. A photo is
    checked on this machine and then sent with its digests, so that no object is
    ever incomplete. Name the store of a mirror once: it is remembered for the
    directory, in ~/.local/state/photomirror/stores, and 'verify', 'repair',
    'trash' and 'restore' use it too. A directory from elsewhere cannot choose a
    store:

      $ photomirror sync flickr:recent cloud --limit 20 \
          --store s3://photos/mirror --s3-endpoint https://s3.example.org
      $ photomirror verify cloud

    The key comes from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, from the files
    that the same names with _FILE name, or from a profile in ~/.aws/credentials.
    The store must allow listing, reading and writing objects under the prefix;
    'photomirror doctor' tries what the key may do. Give the bucket a rule that
    deletes interrupted uploads after some days.

    A key that may not delete is enough for an archive (--gone keep). Photos then
    cannot go to the trash, a photo that the site replaced keeps its first version
    and is reported as failed, and the daily snapshots of the catalog in
    .photomirror/snapshots stay until a rule of the bucket removes them.
    '--s3-lock governance --s3-retain 3650d' locks new photos and sidecars for ten
    years in a bucket that was made with Object Lock. '--s3-lock none' ends it for
    later photos. A user who has not named the lock of a mirror's catalog gets a
    note, and locks nothing.

    'verify' compares the SHA-256 that the store computed when it got a photo, and
    reads no bytes, if the store refuses a wrong SHA-256. --download reads them.
    Photos above 64 MiB are always read.

    The photos can also be on a WebDAV server, such as Nextcloud or Apache:

      $ photomirror copy cloud second \
          --store webdavs://me@cloud.example.org/second

    The password comes from PHOTOMIRROR_WEBDAV_PASSWORD or from the file that
    PHOTOMIRROR_WEBDAV_PASSWORD_FILE names, never from the address; the user's
    name from the address or PHOTOMIRROR_WEBDAV_USER. Nextcloud's address is
    webdavs://USER@HOST/remote.php/dav/files/USER/FOLDER, with an app password.
    Spaces in an address are %20. webdav:// is without TLS, for this machine;
    --webdav-clear-text HOST accepts it for another one. The folder is made. Each
    photo is sent under another name first, so that no file is ever incomplete
    there, and a server that replaces files although it is asked not to is
    refused. 'verify' reads the photos, because such servers compute no digests.
    A folder that became empty stays.

    The catalog can be in a PostgreSQL database (13 or newer) instead of the
    directory, so that it is backed up and queried with the rest: --catalog
    postgresql://USER@HOST/DATABASE, or PHOTOMIRROR_CATALOG, with every command. A
    database holds the catalog of one mirror. This machine needs libpq5. An object
    store that the catalog names is used after each user has named it once, with
    --store, for this address of the catalog.

    Either one run writes to such a catalog, or any number of workers: 'work
    --store PLACE SOURCE…' on each machine with the same catalog and the same
    directory or bucket. One worker reads the feed, and all fetch its photos,
    within the limits of a single run; a worker may be killed or added at any time.
    'status --catalog' shows them, and 'work --pause', --resume and --drain control
    them. With --stay 1h a worker does not end, and reads the feeds again each
    hour; 'schedule --worker NAME hourly' has systemd keep such a worker. A store
    that is full or refuses photos is waited for a quarter of an hour.

    'work NAME' has the source, the catalog, the store and the options of a mirror
    of the configuration; others about photos are those of the source's last run.
    --metrics and --log-file keep what a worker did, one file for each: the file's
    name is the label 'worker' of its metrics, also after a restart. 'report
    DIRECTORY --since 7d' has what all of them did in a week.

    The password comes from ~/.pgpass, PGPASSFILE, PGPASSWORD or a service file,
    never from the address. Another host must have a certificate that this machine
    trusts, unless 'sslmode' says otherwise. The user of the first run needs the
    right to create a schema. Other users need these rights; those who only read
    need the first, and SELECT of the second. 'doctor' tries them, and the
    connection:

      GRANT USAGE ON SCHEMA photomirror TO worker;
      GRANT SELECT, INSERT, UPDATE, DELETE
        ON ALL TABLES IN SCHEMA photomirror TO worker;

    Engines that divide work among machines get a feed as units: 'list --units'
    writes a line of JSON for each photo, and 'fetch' reads any part of the lines,
    in any order, and writes a result for each. It keeps no state but the files,
    so that any part can run again on any machine; stored photos are not fetched
    again.

      $ photomirror list flickr:recent --units --limit 20 > units
      $ photomirror fetch --units units --store fetched > results

    A unit needs only an 'id' and an 'address'; 'photomirror help units' has the
    other members. Parts by host keep a host's limits whatever the number of
    processes: samples/Engines has scripts for Spark, Ray and Slurm, which write
    WebDataset or Parquet shards.
    """#
}
