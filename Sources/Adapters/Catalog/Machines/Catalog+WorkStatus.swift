import MirrorCore
import PostgreSQL

/// A worker's row, with what it has.
package struct WorkerRow: Sendable, Hashable {
  package let id: Int64
  package let name: String
  package let program: String
  /// In seconds.
  package let age: Double
  package let silence: Double
  package let lease: Double
  package let claimed: Int
  package let totals: WorkerTotals
}

/// The counts of a source's jobs.
package struct QueueCounts: Sendable, Hashable {
  package let source: String
  package let queued: Int
  package let delayed: Int
  package let claimed: Int
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
