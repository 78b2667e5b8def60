extension Schema {
  /// The choices that apply to the whole mirror, such as its sidecars and the template of its names.
  static let settings = """
    CREATE TABLE setting (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}
