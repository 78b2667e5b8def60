import MirrorCore
import PostgreSQL

extension Catalog {
  /// In seconds: one day and 32 days.
  private static let shortestWait: Int64 = 86_400
  private static let longestWait: Int64 = 32 * shortestWait

  /// Records that the site refuses a photo, at most once in a run. The first refusal is a failure; after any
  /// further one the photo is unavailable, and is requested again after as long as it has been refused so
  /// far: at least one day and at most 32.
  package func noteRefusal(
    ofPhoto id: Int64, reason: String, at seconds: Int64
  ) throws(CatalogError) -> Refusal {
    let before = try database.rows(
      "SELECT refused_at FROM photo WHERE id = ? AND refused_at IS NOT NULL", SQLValue(id)
    ) { $0.integer(0) }.first
    let retryAt = before.map { Self.retry(refusedSince: $0, now: seconds) }
    try database.run(
      """
      UPDATE photo SET failure = ?, failed_at = ?, is_deferred = 0, refused_at = ?, retry_at = ?
      WHERE id = ? AND is_mirrored = 0
      """, .text(reason), SQLValue(seconds), SQLValue(before ?? seconds), SQLValue(retryAt),
      SQLValue(id))
    return Refusal(since: before ?? seconds, retryAt: retryAt, reason: reason)
  }

  /// Valid for any number that a catalog contains.
  private static func retry(refusedSince since: Int64, now: Int64) -> Int64 {
    let (passed, isTooMuch) = now.subtractingReportingOverflow(since)
    let wait = isTooMuch ? longestWait : min(max(passed, shortestWait), longestWait)
    return now.addingReportingOverflow(wait).partialValue
  }

  /// Records that this run's listing shows unavailable photos, which are not requested.
  package func noteListed(
    _ ids: [Int64], in source: SourceRecord
  ) throws(CatalogError) {
    for id in ids {
      try database.run(
        "UPDATE photo SET run = ? WHERE id = ? AND source = ?", SQLValue(source.run), SQLValue(id),
        SQLValue(source.id))
    }
  }

  /// The reasons of unavailable photos, the most frequent first.
  package func unavailable(
    limit: Int
  ) throws(CatalogError) -> [(reason: String, photos: Int, since: Int64)] {
    try database.rows(
      """
      SELECT failure, count(*), min(refused_at) FROM photo WHERE \(Self.isUnavailable)
      GROUP BY failure ORDER BY 2 DESC, 1 LIMIT ?
      """, SQLValue(limit)
    ) { ($0.text(0) ?? "", Int($0.integer(1)), $0.integer(2)) }
  }
}
