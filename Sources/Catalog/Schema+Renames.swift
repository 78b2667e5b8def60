extension Schema {
  /// The new names of photos whose files are being moved: a run that was killed meanwhile is completed by the
  /// next one.
  static let renames = """
    CREATE TABLE rename (
      photo INTEGER PRIMARY KEY REFERENCES photo (id),
      stem TEXT NOT NULL
    ) STRICT;
    """
}
