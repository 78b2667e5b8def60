import PostgreSQL

/// Names by their beginnings. Every statement reads a range of an index.
extension Catalog {
  /// Sites of a mirror that are looked at.
  private static let mostSites = 32

  /// Ids of photos at their sites.
  package func photoKeys(beginning prefix: String, limit: Int) throws(CatalogError) -> [String] {
    var keys: Set<String> = []
    var (last, count) = (Int64.min, 0)
    while count < Self.mostSites, let site = try site(after: last) {
      (last, count) = (site, count + 1)
      keys.formUnion(
        try database.rows(
          "SELECT key FROM photo WHERE site = ? AND key >= ? AND key < ? ORDER BY key LIMIT ?",
          SQLValue(site), .text(prefix), .text(Self.end(prefix)), SQLValue(limit)
        ) { $0.text(0) ?? "" })
    }
    return Array(keys.sorted().prefix(limit))
  }

  /// The next site of photos in the index, so that the photos of one are not read for it.
  private func site(after last: Int64) throws(CatalogError) -> Int64? {
    try database.rows("SELECT min(site) FROM photo WHERE site > ?", SQLValue(last)) {
      $0.isNull(0) ? nil : $0.integer(0)
    }.first ?? nil
  }

  /// Titles of albums.
  package func albumTitles(beginning prefix: String, limit: Int) throws(CatalogError) -> [String] {
    let titles = try database.rows(
      """
      SELECT title FROM album WHERE substr(title, 1, 100) >= ? AND substr(title, 1, 100) < ?
      ORDER BY substr(title, 1, 100) LIMIT ?
      """, .text(prefix), .text(Self.end(prefix)), SQLValue(limit)
    ) { $0.text(0) ?? "" }
    return Set(titles).subtracting([""]).sorted()
  }

  /// After all texts with this beginning.
  private static func end(_ prefix: String) -> String { prefix + "\u{10FFFF}" }
}
