import MirrorCore
import PostgreSQL

/// Old versions of photos, which are in the trash.
extension Catalog {
  /// Above any practical number; a manipulated catalog may claim millions.
  private static let mostVersions = 10_000

  /// Ends the replacement of a photo: what was its file is an old version.
  func endReplacement(ofPhoto id: Int64) throws(CatalogError) {
    try database.run(
      """
      INSERT INTO version (photo, place, since)
      SELECT photo, place, since FROM departure
      WHERE photo = ? AND state = 'replacing' AND place IS NOT NULL
      ON CONFLICT (photo, place) DO NOTHING
      """, SQLValue(id))
    try database.run(
      "DELETE FROM departure WHERE photo = ? AND state = 'replacing'", SQLValue(id))
  }

  /// The places in the trash of a photo's old versions, relative to the mirror, the oldest first; 10,000 at most.
  package func versions(ofPhoto id: Int64) throws(CatalogError) -> [String] {
    try database.rows(
      "SELECT place FROM version WHERE photo = ? ORDER BY id LIMIT ?", SQLValue(id),
      SQLValue(Self.mostVersions)
    ) { row throws(CatalogError) in try row.place(0) }.compactMap(\.self)
  }

  /// Forgets old versions of a photo, which are no longer in the trash, in one transaction.
  package func dropVersions(_ places: [String], ofPhoto id: Int64) throws(CatalogError) {
    guard !places.isEmpty else { return }
    try transaction { () throws(CatalogError) in
      for place in places {
        try database.run(
          "DELETE FROM version WHERE photo = ? AND place = ?", SQLValue(id), .text(place))
      }
    }
  }
}
