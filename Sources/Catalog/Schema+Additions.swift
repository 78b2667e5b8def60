extension Schema {
  /// The readings of albums; see `Catalog+Albums.swift`.
  static let albumReadings = """
    ALTER TABLE album ADD COLUMN reading INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE album ADD COLUMN read_to INTEGER;
    ALTER TABLE album ADD COLUMN is_complete INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE album_member ADD COLUMN reading INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX album_member_position ON album_member (album, position);
    """

  /// The choices that apply to the whole mirror, such as its sidecars and the template of its names.
  static let settings = """
    CREATE TABLE setting (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// The new names of photos whose files are being moved: a run that was killed meanwhile is completed by the
  /// next one.
  static let renames = """
    CREATE TABLE rename (
      photo INTEGER PRIMARY KEY REFERENCES photo (id),
      stem TEXT NOT NULL
    ) STRICT;
    """

  /// Photos whose file is another name (a hard link) of the file of `original`, with a view for other programs.
  static let sharedFiles = """
    CREATE TABLE shared_file (
      photo INTEGER PRIMARY KEY REFERENCES photo (id),
      original INTEGER NOT NULL REFERENCES photo (id)
    ) STRICT;
    CREATE INDEX shared_file_original ON shared_file (original);
    CREATE VIEW shared_files AS SELECT photo, original FROM shared_file;
    """
}
