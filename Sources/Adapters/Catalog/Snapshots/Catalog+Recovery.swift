import MirrorCore
import PostgreSQL

/// What the recovery of a mirror asks of a catalog that is older than the files.
extension Catalog {
  /// Above any practical number; a manipulated catalog may claim millions.
  private static let mostPlaces = 10_000

  /// The ids of sources with the sites of their photos, those with the most photos first. Reads all rows of photos.
  package func photoSites() throws(CatalogError) -> [(source: Int64, site: String)] {
    try database.rows(
      """
      SELECT source, term.text FROM (
        SELECT source, site, count(*) AS photos FROM photo GROUP BY source, site) AS place
        JOIN term ON term.id = place.site
      ORDER BY photos DESC, source, term.text LIMIT \(Self.mostPlaces)
      """
    ) { (source: $0.integer(0), site: $0.text(1) ?? "") }
  }

  /// Records the file that replaced a photo's, whose old version is in the trash at `place`. What the listing said of
  /// the old one is forgotten, so that the next listing does not count as another replacement.
  package func recordReplacement(
    by file: MirroredPhoto, place: String, since: Int64
  ) throws(CatalogError) {
    try transaction { () throws(CatalogError) in
      let isOther =
        try database.rows(
          "SELECT sha256 FROM file WHERE photo = ?", SQLValue(file.id)
        ) { $0.hex(0) != file.sha256 }.first ?? true
      if isOther {
        try database.run(
          """
          UPDATE file SET shown = NULL, announced = NULL, address = NULL, label = NULL
          WHERE photo = ?
          """, SQLValue(file.id))
      }
      try database.run(
        """
        INSERT INTO version (photo, place, since) VALUES (?, ?, ?)
        ON CONFLICT (photo, place) DO NOTHING
        """, SQLValue(file.id), .text(place), SQLValue(since))
      if isOther {
        try note(.replaced, ofPhotos: [file.id], where: "is_mirrored = 1")
        try recordAll([file])
      }
    }
  }
}
