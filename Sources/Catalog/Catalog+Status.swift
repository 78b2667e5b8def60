/// The photos of a source in numbers.
package struct SourceCounts: Sendable, Hashable {
  package let source: SourceRecord
  package let mirrored: Int
  package let waiting: Int
  package let failed: Int
  /// Refused by the site in more than one run.
  package let unavailable: Int
  /// Mirrored, and listed with another address since.
  package let replaced: Int
  package let byteCount: Int64
}

extension Catalog {
  /// What was tried to the end. A deferred photo waits for its second chance, also where the run that
  /// owes it was interrupted.
  static let isFailed = """
    is_mirrored = 0 AND is_deferred = 0 AND failure IS NOT NULL AND retry_at IS NULL
    """
  /// What the site refused in more than one run, and was not put off in the last.
  static let isUnavailable = "is_mirrored = 0 AND is_deferred = 0 AND retry_at IS NOT NULL"

  /// Every source with its counts, in the order of their addresses.
  package func counts() throws(CatalogError) -> [SourceCounts] {
    var counts: [SourceCounts] = []
    for source in try sources() {
      counts += try database.rows(
        """
        SELECT coalesce(sum(is_mirrored), 0),
          coalesce(sum(is_mirrored = 0 AND NOT (\(Self.isFailed)) AND NOT (\(Self.isUnavailable))), 0),
          coalesce(sum(\(Self.isFailed)), 0),
          coalesce(sum(\(Self.isUnavailable)), 0),
          coalesce(sum(is_mirrored = 1 AND replaced_at IS NOT NULL), 0),
          coalesce(sum(iif(is_mirrored, byte_count, 0)), 0)
        FROM photo WHERE source = ?
        """, SQLValue(source.id)
      ) {
        SourceCounts(
          source: source, mirrored: Int($0.integer(0)), waiting: Int($0.integer(1)),
          failed: Int($0.integer(2)), unavailable: Int($0.integer(3)), replaced: Int($0.integer(4)),
          byteCount: $0.integer(5))
      }
    }
    return counts
  }

  /// Why photos are not mirrored, the most frequent reasons first.
  package func failures(limit: Int) throws(CatalogError) -> [(reason: String, photos: Int)] {
    try database.rows(
      """
      SELECT failure, count(*) FROM photo WHERE \(Self.isFailed)
      GROUP BY failure ORDER BY 2 DESC, 1 LIMIT ?
      """, SQLValue(limit)
    ) { ($0.text(0) ?? "", Int($0.integer(1))) }
  }

  /// Mirrored photos in the order of their rows, for a look at each file.
  ///
  /// - Parameter after: the last one's id of the part before; 0 for the first part.
  package func mirrored(after: Int64, limit: Int) throws(CatalogError) -> [MirroredPhoto] {
    try database.rows(
      """
      SELECT id, path, format, width, height, byte_count, sha256, label, address,
        has_thumbnail, stored_at
      FROM photo
      WHERE is_mirrored = 1 AND id > ? ORDER BY id LIMIT ?
      """, SQLValue(after), SQLValue(limit)
    ) { (row) throws(CatalogError) in
      MirroredPhoto(
        id: row.integer(0), path: try row.name(1) ?? "", format: row.text(2) ?? "",
        width: Int(row.integer(3)), height: Int(row.integer(4)), byteCount: row.integer(5),
        sha256: row.text(6) ?? "", label: row.text(7) ?? "",
        address: row.text(8), hasThumbnail: row.integer(9) != 0, storedAt: row.integer(10))
    }
  }
}
