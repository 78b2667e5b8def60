import MirrorCore
import PostgreSQL

/// A worker's row, with what it has.
package struct WorkerRow: Sendable, Hashable {
  /// Unique in this catalog; later workers have higher ids.
  package let id: Int64
  /// The machine and the process, for people.
  package let name: String
  /// The worker's version of this program.
  package let program: String
  /// In seconds.
  package let age: Double
  /// Seconds since its last heartbeat.
  package let silence: Double
  /// Seconds until its lease ends; negative if it has ended.
  package let lease: Double
  /// Photos that it has claimed and not finished.
  package let claimed: Int
  /// Its totals, as its last heartbeat told them.
  package let totals: WorkerTotals
}

/// The counts of a source's photos and jobs.
package struct QueueCounts: Sendable, Hashable {
  /// The source's address: `flickr:recent`.
  package let source: String
  /// Photos that count as mirrored.
  package let mirrored: Int
  /// Photos that are not.
  package let missing: Int
  /// Seconds since the photo that could be claimed for longest could be; nil if none can.
  package let oldest: Double?
  /// Photos that nobody has, delayed ones included.
  package let queued: Int
  /// Of those, photos that wait after a failure.
  package let delayed: Int
  /// Photos that a worker has.
  package let claimed: Int
  /// Photos that nobody tries again until a listing shows them again.
  package let dead: Int
}

/// The photos of the queue that failed at a host.
package struct HostErrors: Sendable, Hashable {
  /// Empty if the reason names none.
  package let host: String
  /// Photos that are tried again.
  package let delayed: Int
  /// Dead letters.
  package let dead: Int
  /// One of the reasons.
  package let reason: String
}

/// What people see of the workers, on a server only.
extension Catalog {
  /// Workers that end leave no row.
  package func workers() throws(CatalogError) -> [WorkerRow] {
    let seconds = { (time: String) in "extract(epoch FROM \(time))::float8" }
    return try database.rows(
      """
      SELECT id, name, program, \(seconds("now() - started_at")), \(seconds("now() - seen_at")),
        \(seconds("lease_until - now()")),
        (SELECT count(*) FROM job WHERE job.worker = worker.id AND state = 1),
        stored, failed, byte_count
      FROM worker ORDER BY id LIMIT 10000
      """
    ) { row in
      var totals = WorkerTotals()
      (totals.stored, totals.failed) = (Int(row.integer(7)), Int(row.integer(8)))
      totals.byteCount = row.integer(9)
      return WorkerRow(
        id: row.integer(0), name: row.text(1) ?? "", program: row.text(2) ?? "", age: row.real(3),
        silence: row.real(4), lease: row.real(5), claimed: Int(row.integer(6)), totals: totals)
    }
  }

  /// The counts of every source, in the order of the addresses. Photos are counted in their indexes, without their
  /// rows and their files.
  package func queues() throws(CatalogError) -> [QueueCounts] {
    try database.rows(
      """
      SELECT address, coalesce(queued, 0), coalesce(delayed, 0), coalesce(claimed, 0),
        coalesce(dead, 0), coalesce(mirrored, 0), coalesce(missing, 0), oldest
      FROM source
        LEFT JOIN (SELECT source, count(*) AS mirrored FROM photo WHERE is_mirrored = 1
          GROUP BY source) AS done ON done.source = source.id
        LEFT JOIN (SELECT source, count(*) AS missing FROM photo WHERE is_mirrored = 0
          GROUP BY source) AS rest ON rest.source = source.id
        LEFT JOIN (SELECT source, count(*) FILTER (WHERE state = 0) AS queued,
            count(*) FILTER (WHERE state = 0 AND not_before > now()) AS delayed,
            count(*) FILTER (WHERE state = 1) AS claimed,
            count(*) FILTER (WHERE state = 2) AS dead,
            extract(epoch FROM now() - min(not_before)
              FILTER (WHERE state = 0 AND not_before <= now()))::float8 AS oldest
          FROM job GROUP BY source) AS jobs ON jobs.source = source.id
      ORDER BY address
      """
    ) {
      QueueCounts(
        source: $0.text(0) ?? "", mirrored: Int($0.integer(5)), missing: Int($0.integer(6)),
        oldest: $0.isNull(7) ? nil : $0.real(7), queued: Int($0.integer(1)),
        delayed: Int($0.integer(2)), claimed: Int($0.integer(3)), dead: Int($0.integer(4)))
    }
  }

  /// The hosts at which most photos of the queue failed, at most 20.
  package func hostErrors() throws(CatalogError) -> [HostErrors] {
    try database.rows(
      """
      SELECT coalesce(substring(reason FROM '^https?://([^/ ]+): '), '') AS host,
        count(*) FILTER (WHERE state <> 2), count(*) FILTER (WHERE state = 2), max(reason)
      FROM job WHERE reason IS NOT NULL GROUP BY host ORDER BY count(*) DESC, host LIMIT 20
      """
    ) {
      HostErrors(
        host: $0.text(0) ?? "", delayed: Int($0.integer(1)), dead: Int($0.integer(2)),
        reason: $0.text(3) ?? "")
    }
  }
}
