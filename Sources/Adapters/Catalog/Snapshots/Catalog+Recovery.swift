import MirrorCore
import PostgreSQL

/// What the recovery of a mirror asks of a catalog that is older than the files.
extension Catalog {
  /// Above any practical number; a manipulated catalog may claim millions.
  private static let mostPlaces = 10_000

  /// How often runs over all sources began; a manipulated catalog may claim any number. Grows with each run.
  package func runCount() throws(CatalogError) -> Int64 {
    try database.rows(
      "SELECT CAST(min(total(max(run, 0)), 1e15) AS INTEGER) FROM source"
    ) { $0.integer(0) }.first ?? 0
  }

  /// Reads the name of each file.
  /// - Throws: ``CatalogError`` if one is damaged or leads out of the mirror.
  package func checkNames() throws(CatalogError) {
    var last = Int64.min
    while true {
      let rows = try rowsWithNames(after: last, limit: Self.mostPlaces)
      guard let end = rows.last else { break }
      last = end
    }
    for (table, column) in [("version", "place"), ("rename", "stem")] {
      last = .min
      while true {
        let rows = try database.rows(
          "SELECT rowid, \(column) FROM \(table) WHERE rowid > ? ORDER BY rowid LIMIT \(Self.mostPlaces)",
          SQLValue(last)
        ) { row throws(CatalogError) in
          _ = try table == "version" ? row.place(1) : row.name(1)
          return row.integer(0)
        }
        guard let end = rows.last else { break }
        last = end
      }
    }
  }

  /// Corrects the times of a clock that was ahead: files count as stored now at the latest, and a check of the future as
  /// none since the first.
  package func clampTimes(to now: Int64) throws(CatalogError) {
    try transaction { () throws(CatalogError) in
      try database.run("UPDATE file SET stored_at = ?1 WHERE stored_at > ?1", SQLValue(now))
      try database.run(
        """
        UPDATE checked SET last_at = CASE WHEN first_at > ?1 THEN 0 ELSE first_at END,
          first_at = CASE WHEN first_at > ?1 THEN 0 ELSE first_at END
        WHERE last_at > ?1 OR first_at > ?1
        """, SQLValue(now))
    }
  }

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
      try database.run(
        """
        INSERT INTO version (photo, place, since) VALUES (?, ?, ?)
        ON CONFLICT (photo, place) DO NOTHING
        """, SQLValue(file.id), .text(place), SQLValue(since))
      try recordOther(file)
    }
  }

  /// Records the files that replaced those of photos, whatever became of the old ones.
  package func recordReplacements(by files: [MirroredPhoto]) throws(CatalogError) {
    try transaction { () throws(CatalogError) in
      for file in files { try recordOther(file) }
    }
  }

  /// Records a photo's file, unless it has the recorded bytes.
  private func recordOther(_ file: MirroredPhoto) throws(CatalogError) {
    let isOther =
      try database.rows(
        "SELECT sha256 FROM file WHERE photo = ?", SQLValue(file.id)
      ) { $0.hex(0) != file.sha256 }.first ?? true
    guard isOther else { return }
    try database.run(
      "UPDATE file SET shown = NULL, announced = NULL, address = NULL, label = NULL WHERE photo = ?",
      SQLValue(file.id))
    try note(.replaced, ofPhotos: [file.id], where: "is_mirrored = 1")
    try recordAll([file])
  }
}
