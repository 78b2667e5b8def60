/// The tables, and the migrations from older files.
enum Schema {
  /// "PHMR": marks the file as ours (https://sqlite.org/pragma.html#pragma_application_id).
  static let applicationID: Int64 = 0x5048_4D52

  /// Applied in order, each once and atomically; the number applied is the file's `user_version`. Never edit
  /// a released migration: add another.
  static let migrations = [
    """
    CREATE TABLE source (
      id INTEGER PRIMARY KEY,
      address TEXT NOT NULL UNIQUE,
      run INTEGER NOT NULL DEFAULT 0,
      is_underway INTEGER NOT NULL DEFAULT 0,
      cursor TEXT,
      finished_at INTEGER
    ) STRICT;
    CREATE TABLE photo (
      id INTEGER PRIMARY KEY,
      provider TEXT NOT NULL,
      photo TEXT NOT NULL,
      source INTEGER NOT NULL REFERENCES source (id),
      stem TEXT NOT NULL,
      stem_key TEXT NOT NULL UNIQUE,
      is_mirrored INTEGER NOT NULL DEFAULT 0,
      listing TEXT,
      run INTEGER NOT NULL DEFAULT 0,
      is_deferred INTEGER NOT NULL DEFAULT 0,
      failure TEXT,
      path TEXT,
      format TEXT,
      width INTEGER,
      height INTEGER,
      byte_count INTEGER,
      sha256 TEXT,
      label TEXT,
      stored_at INTEGER,
      UNIQUE (provider, photo)
    ) STRICT;
    CREATE INDEX photo_unfinished ON photo (source, id) WHERE is_mirrored = 0;
    """,
    """
    CREATE TABLE pace (
      provider TEXT PRIMARY KEY,
      tokens REAL NOT NULL,
      noted_at REAL NOT NULL
    ) STRICT;
    """,
    // The dropped budgets would be refilled within an hour.
    """
    DROP TABLE pace;
    CREATE TABLE pace (
      host TEXT NOT NULL,
      key_digest TEXT NOT NULL,
      tokens REAL NOT NULL,
      noted_at REAL NOT NULL,
      PRIMARY KEY (host, key_digest)
    ) STRICT;
    """,
    "ALTER TABLE source ADD COLUMN choices TEXT;",
    """
    CREATE TABLE listing (
      id INTEGER PRIMARY KEY REFERENCES photo (id),
      entry TEXT NOT NULL
    ) STRICT;
    INSERT INTO listing (id, entry)
    SELECT id, listing FROM photo WHERE listing IS NOT NULL AND is_mirrored = 0;
    ALTER TABLE photo DROP COLUMN listing;
    """,
    compaction,
    // The wanted size of a mirrored photo, if the site refused it: to request it again later.
    "ALTER TABLE photo ADD COLUMN refused_label TEXT;",
    // Seconds since 1970: when the site first refused the photo, and, after a refusal in another run, the
    // time before which it is not requested again.
    """
    ALTER TABLE photo ADD COLUMN refused_at INTEGER;
    ALTER TABLE photo ADD COLUMN retry_at INTEGER;
    """,
    // Where a mirrored photo's file came from, and whether it has a thumbnail. For earlier photos the latter
    // is known unless their source's choices changed.
    """
    ALTER TABLE photo ADD COLUMN address TEXT;
    ALTER TABLE photo ADD COLUMN has_thumbnail INTEGER NOT NULL DEFAULT 0;
    UPDATE photo SET has_thumbnail = 1 WHERE is_mirrored = 1 AND width > 0 AND source IN
      (SELECT id FROM source WHERE coalesce(choices, '') NOT LIKE '%--thumbnail 0');
    """,
    // A photo belongs to a site, whichever provider lists it. Earlier rows have the provider's name as their
    // site until their source lists them again.
    """
    ALTER TABLE photo RENAME COLUMN provider TO site;
    ALTER TABLE photo RENAME COLUMN photo TO key;
    """,
    // When a listing first gave a mirrored photo another address, seconds since 1970.
    "ALTER TABLE photo ADD COLUMN replaced_at INTEGER;",
    // Whether a mirrored photo was kept without a decode: over a limit, or of a format without a decoder.
    "ALTER TABLE photo ADD COLUMN is_unproven INTEGER NOT NULL DEFAULT 0;",
    memory,
    views,
    albumReadings,
    comments,
    sizeReasons,
    settings,
    renames,
    sharedFiles,
    """
    ALTER TABLE source ADD COLUMN resolved TEXT;
    ALTER TABLE source ADD COLUMN resolved_name TEXT;
    """,
    departures,
    versions,
    details,
    // A digest of what the source said of the photo, where that is not what is recorded.
    "ALTER TABLE membership ADD COLUMN said INTEGER;",
    statedLicense,
    thumbnailFormats,
  ]

  /// The one migration that SQLite runs outside a transaction: deleted columns left the pages almost empty.
  /// It changes no table, may run twice, and allows the file to shrink later
  /// (https://sqlite.org/pragma.html#pragma_auto_vacuum).
  static let compaction = "PRAGMA auto_vacuum = INCREMENTAL; VACUUM"
}
