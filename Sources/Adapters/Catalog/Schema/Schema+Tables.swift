/// The tables, in the words of SQLite, which `Dialect.table(_:)` translates.
///
/// A photo's row is narrow and never grows, so that counting reads little and pages stay full: the listing's metadata
/// is in `metadata`, written once when the photo is admitted, the stored file is in `file`, and the uniqueness of names
/// is enforced by a 64-bit hash in `name`, a sixth of an index of names.
extension Schema {
  static let tables = photos + changes + albums

  /// Sources and their passes, photos and what is recorded of them.
  ///
  /// `term` and `owner` hold the texts that many photos share. `metadata.page` is empty if a photo has no page, and
  /// NULL if its page is the owner's with the photo's key for `{key}`. `file.announced` and `file.shown` are what
  /// listings said of the file (``Rendition/Digest/mark``, ``Photo/mark``), `membership.said` is a digest of what the
  /// source said of the photo if that is not what is recorded. `pass.selection` is the photos that it chose
  /// (``PhotoFilter/selection``), and `source.options` the options of the source's last run, as its caller words them.
  private static let photos = """
    CREATE TABLE term (
      id INTEGER PRIMARY KEY,
      text TEXT NOT NULL UNIQUE
    ) STRICT;
    CREATE TABLE source (
      id INTEGER PRIMARY KEY,
      address TEXT NOT NULL UNIQUE,
      run INTEGER NOT NULL DEFAULT 0,
      size_label TEXT,
      size_edge INTEGER,
      thumbnail_edge INTEGER,
      options TEXT,
      resolved TEXT,
      resolved_name TEXT,
      withdrawn_at INTEGER
    ) STRICT;
    CREATE TABLE pass (
      source INTEGER NOT NULL REFERENCES source (id),
      number INTEGER NOT NULL,
      is_limited INTEGER NOT NULL DEFAULT 0,
      is_resumed INTEGER NOT NULL DEFAULT 0,
      started_at INTEGER,
      ended_at INTEGER,
      outcome TEXT,
      reason TEXT,
      cursor TEXT,
      pages INTEGER NOT NULL DEFAULT 0,
      listed INTEGER NOT NULL DEFAULT 0,
      total INTEGER,
      refused INTEGER NOT NULL DEFAULT 0,
      doubt TEXT,
      selection INTEGER,
      PRIMARY KEY (source, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE photo (
      id INTEGER PRIMARY KEY,
      site INTEGER NOT NULL REFERENCES term (id),
      key TEXT NOT NULL,
      source INTEGER NOT NULL REFERENCES source (id),
      stem TEXT NOT NULL,
      is_mirrored INTEGER NOT NULL DEFAULT 0,
      run INTEGER NOT NULL DEFAULT 0,
      is_deferred INTEGER NOT NULL DEFAULT 0,
      failure TEXT,
      failed_at INTEGER,
      refused_at INTEGER,
      retry_at INTEGER,
      replaced_at INTEGER,
      UNIQUE (site, key)
    ) STRICT;
    CREATE INDEX photo_unfinished ON photo (source, id) WHERE is_mirrored = 0;
    CREATE TABLE name (
      hash INTEGER PRIMARY KEY,
      photo INTEGER NOT NULL REFERENCES photo (id)
    ) STRICT;
    CREATE TABLE owner (
      id INTEGER PRIMARY KEY,
      site INTEGER NOT NULL REFERENCES term (id),
      key TEXT NOT NULL,
      name TEXT,
      page TEXT,
      UNIQUE (site, key)
    ) STRICT;
    CREATE TABLE metadata (
      photo INTEGER PRIMARY KEY REFERENCES photo (id),
      owner INTEGER NOT NULL REFERENCES owner (id),
      digest INTEGER NOT NULL,
      title TEXT NOT NULL,
      description TEXT,
      tags TEXT,
      taken TEXT,
      uploaded_at INTEGER,
      license INTEGER REFERENCES term (id),
      license_url INTEGER REFERENCES term (id),
      page TEXT,
      latitude REAL,
      longitude REAL,
      place TEXT,
      privacy TEXT,
      media TEXT,
      extra TEXT
    ) STRICT;
    CREATE TABLE file (
      photo INTEGER PRIMARY KEY REFERENCES photo (id),
      path TEXT NOT NULL,
      format TEXT NOT NULL,
      width INTEGER NOT NULL,
      height INTEGER NOT NULL,
      byte_count INTEGER NOT NULL,
      sha256 BLOB NOT NULL,
      label INTEGER REFERENCES term (id),
      refused_label TEXT,
      address TEXT,
      has_thumbnail INTEGER NOT NULL,
      is_unproven INTEGER NOT NULL,
      stored_at INTEGER NOT NULL,
      size_reason INTEGER REFERENCES term (id),
      announced INTEGER,
      shown INTEGER
    ) STRICT;
    CREATE TABLE listing (
      id INTEGER PRIMARY KEY REFERENCES photo (id),
      entry TEXT NOT NULL
    ) STRICT;
    CREATE TABLE membership (
      source INTEGER NOT NULL REFERENCES source (id),
      photo INTEGER NOT NULL REFERENCES photo (id),
      position INTEGER,
      first_pass INTEGER NOT NULL,
      last_pass INTEGER NOT NULL,
      said INTEGER,
      PRIMARY KEY (source, photo)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE pace (
      host TEXT NOT NULL,
      key_digest TEXT NOT NULL,
      tokens REAL NOT NULL,
      noted_at REAL NOT NULL,
      PRIMARY KEY (host, key_digest)
    ) STRICT;

    """

  /// The choices that apply to the whole mirror, and photos that get another name or leave the mirror.
  ///
  /// `rename` holds the new names of photos whose files are being moved: a run that was killed meanwhile is completed by
  /// the next one. The file of a photo in `shared_file` is another name (a hard link) of the file of `original`.
  /// `version` holds the old versions of photos in the trash. `accepted` holds the digests of edited files that the user
  /// accepted, each for the digest that was mirrored. `kept_job` holds the queue of workers
  /// while the catalog is not on a server. `checked` holds the last check of each file, and
  /// `event` the last events of each photo.
  private static let changes = """
    CREATE TABLE setting (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE rename (
      photo INTEGER PRIMARY KEY REFERENCES photo (id),
      stem TEXT NOT NULL
    ) STRICT;
    CREATE TABLE shared_file (
      photo INTEGER PRIMARY KEY REFERENCES photo (id),
      original INTEGER NOT NULL REFERENCES photo (id)
    ) STRICT;
    CREATE INDEX shared_file_original ON shared_file (original);
    CREATE TABLE departure (
      photo INTEGER PRIMARY KEY REFERENCES photo (id),
      state TEXT NOT NULL,
      is_forgotten INTEGER NOT NULL,
      since INTEGER NOT NULL,
      reason TEXT NOT NULL,
      place TEXT
    ) STRICT;
    CREATE TABLE version (
      id INTEGER PRIMARY KEY,
      photo INTEGER NOT NULL REFERENCES photo (id),
      place TEXT NOT NULL,
      since INTEGER NOT NULL,
      UNIQUE (photo, place)
    ) STRICT;
    CREATE TABLE accepted (
      photo INTEGER PRIMARY KEY REFERENCES photo (id),
      original BLOB NOT NULL,
      sha256 BLOB NOT NULL,
      byte_count INTEGER NOT NULL,
      accepted_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE kept_job (
      photo INTEGER PRIMARY KEY REFERENCES photo (id),
      source INTEGER NOT NULL REFERENCES source (id),
      is_dead INTEGER NOT NULL,
      attempts INTEGER NOT NULL,
      is_address_lost INTEGER NOT NULL,
      reason TEXT
    ) STRICT;
    CREATE TABLE checked (
      photo INTEGER PRIMARY KEY REFERENCES photo (id),
      first_at INTEGER NOT NULL,
      last_at INTEGER NOT NULL,
      count INTEGER NOT NULL,
      kind TEXT NOT NULL,
      outcome TEXT NOT NULL
    ) STRICT;
    CREATE TABLE event (
      photo INTEGER NOT NULL REFERENCES photo (id),
      number INTEGER NOT NULL,
      at INTEGER NOT NULL,
      kind TEXT NOT NULL,
      detail TEXT,
      PRIMARY KEY (photo, number)
    ) STRICT, WITHOUT ROWID;

    """

  /// Albums, the titles that sidecars were written with (`album_tag`), comments, and the details of photos, part by
  /// part, with the time of the listing for which they were requested, and those to be requested.
  private static let albums = """
    CREATE TABLE album (
      id INTEGER PRIMARY KEY,
      site INTEGER NOT NULL REFERENCES term (id),
      key TEXT NOT NULL,
      owner INTEGER REFERENCES owner (id),
      title TEXT NOT NULL,
      description TEXT,
      cover INTEGER REFERENCES photo (id),
      position INTEGER,
      reading INTEGER NOT NULL DEFAULT 0,
      read_to INTEGER,
      is_complete INTEGER NOT NULL DEFAULT 0,
      UNIQUE (site, key)
    ) STRICT;
    CREATE TABLE album_member (
      album INTEGER NOT NULL REFERENCES album (id),
      photo INTEGER NOT NULL REFERENCES photo (id),
      position INTEGER NOT NULL,
      reading INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (album, photo)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX album_title ON album (substr(title, 1, 100));
    CREATE INDEX album_member_position ON album_member (album, position);
    CREATE INDEX album_member_photo ON album_member (photo);
    CREATE TABLE album_tag (
      photo INTEGER PRIMARY KEY REFERENCES photo (id),
      titles TEXT NOT NULL,
      is_due INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX album_tag_due ON album_tag (photo) WHERE is_due = 1;
    CREATE TABLE comment (
      photo INTEGER NOT NULL REFERENCES photo (id),
      key TEXT NOT NULL,
      author TEXT NOT NULL,
      author_name TEXT,
      posted_at INTEGER,
      text TEXT NOT NULL,
      page TEXT,
      PRIMARY KEY (photo, key)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE detail (
      photo INTEGER NOT NULL REFERENCES photo (id),
      part TEXT NOT NULL,
      updated_at INTEGER,
      content TEXT,
      PRIMARY KEY (photo, part)
    ) STRICT;
    CREATE TABLE detail_due (
      photo INTEGER PRIMARY KEY REFERENCES photo (id),
      updated_at INTEGER,
      parts TEXT NOT NULL
    ) STRICT;

    """
}
