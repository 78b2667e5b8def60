extension Schema {
  /// What listings said of mirrored files (``Rendition/Digest/mark``, ``Photo/mark``), which photos a pass chose
  /// (``PhotoFilter/selection``), and the old versions of photos in the trash.
  static let versions = """
    ALTER TABLE file ADD COLUMN announced INTEGER;
    ALTER TABLE file ADD COLUMN shown INTEGER;
    ALTER TABLE pass ADD COLUMN selection INTEGER;
    UPDATE pass SET selection = 1;
    CREATE TABLE version (
      id INTEGER PRIMARY KEY,
      photo INTEGER NOT NULL REFERENCES photo (id),
      place TEXT NOT NULL,
      since INTEGER NOT NULL,
      UNIQUE (photo, place)
    ) STRICT;
    CREATE VIEW versions AS
    SELECT version.photo, site.text AS site, photo.key, version.place, version.since
    FROM version JOIN photo ON photo.id = version.photo LEFT JOIN term AS site ON site.id = photo.site;
    """
}
