extension Schema {
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
