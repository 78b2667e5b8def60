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

/// The counts of a source's jobs.
package struct QueueCounts: Sendable, Hashable {
  /// The source's address: `flickr:recent`.
  package let source: String
  /// Photos that nobody has, delayed ones included.
  package let queued: Int
  /// Of those, photos that wait after a failure.
  package let delayed: Int
  /// Photos that a worker has.
  package let claimed: Int
  /// Photos that nobody tries again until a listing shows them again.
  package let dead: Int
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

  /// The counts of every source with jobs, in the order of the addresses.
  package func queues() throws(CatalogError) -> [QueueCounts] {
    try database.rows(
      """
      SELECT address, count(*) FILTER (WHERE state = 0),
        count(*) FILTER (WHERE state = 0 AND not_before > now()),
        count(*) FILTER (WHERE state = 1), count(*) FILTER (WHERE state = 2)
      FROM job JOIN source ON source.id = job.source GROUP BY address ORDER BY address
      """
    ) {
      QueueCounts(
        source: $0.text(0) ?? "", queued: Int($0.integer(1)), delayed: Int($0.integer(2)),
        claimed: Int($0.integer(3)), dead: Int($0.integer(4)))
    }
  }
}
