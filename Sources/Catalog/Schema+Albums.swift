extension Schema {
  /// The readings of albums; see `Catalog+Albums.swift`.
  static let albumReadings = """
    ALTER TABLE album ADD COLUMN reading INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE album ADD COLUMN read_to INTEGER;
    ALTER TABLE album ADD COLUMN is_complete INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE album_member ADD COLUMN reading INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX album_member_position ON album_member (album, position);
    """
}
