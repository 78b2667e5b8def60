import MirrorCore
import PostgreSQL

/// Which sources have work. The newest jobs are looked at first: while an old transaction is open, the indexes keep
/// entries of the older ones, which are stored (``QueueScan``). EXISTS would drop the order.
extension Catalog {
  private static let newestQueued = "ORDER BY not_before DESC, photo DESC LIMIT 1) IS NOT NULL"

  /// The next source, after `id` in the order of rows and then from the first one, with a job that a worker can claim
  /// now. Nil if no source has one.
  func claimableSource(after id: Int64) throws(CatalogError) -> SourceRecord? {
    for id in id > 0 ? [id, 0] : [0] {
      let next = try database.rows(
        """
        SELECT \(Self.sourceColumns) WHERE id > ? AND (
          SELECT 1 FROM job WHERE job.source = source.id AND state = 0 AND not_before <= now()
          \(Self.newestQueued)
        ORDER BY id LIMIT 1
        """, SQLValue(id), read: Self.source)
      if let next = next.first { return next }
    }
    return nil
  }

  /// Whether another source has a queued job.
  func hasQueuedJobs(besides id: Int64) throws(CatalogError) -> Bool {
    let isQueued =
      "(SELECT 1 FROM job WHERE job.source = other.id AND state = 0 \(Self.newestQueued)"
    // Those that follow are asked first: the earlier ones may be done.
    return try isTrue(
      """
      EXISTS (SELECT 1 FROM source AS other WHERE id > ?1 AND \(isQueued))
      OR EXISTS (SELECT 1 FROM source AS other WHERE id < ?1 AND \(isQueued))
      """, SQLValue(id))
  }

  /// Whether a job of a source is queued or claimed.
  func hasOpenJobs(ofSource source: Int64) throws(CatalogError) -> Bool {
    try isTrue(
      """
      (SELECT 1 FROM job WHERE source = ?1 AND state = 0 \(Self.newestQueued)
      OR EXISTS (SELECT 1 FROM job WHERE source = ?1 AND state = 1)
      """, SQLValue(source))
  }

  /// Whether any job is queued or claimed.
  func hasOpenJobs() throws(CatalogError) -> Bool {
    try isTrue(
      "EXISTS (SELECT 1 FROM job WHERE state = 0) OR EXISTS (SELECT 1 FROM job WHERE state = 1)")
  }

  private func isTrue(_ condition: String, _ values: SQLValue...) throws(CatalogError) -> Bool {
    var isTrue = false
    let sql = "SELECT CASE WHEN \(condition) THEN 1 ELSE 0 END"
    try database.read(sql, each: [values], isPartial: false) { _, row in
      isTrue = row.integer(0) != 0
    }
    return isTrue
  }
}
