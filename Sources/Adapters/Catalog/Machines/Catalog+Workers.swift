import MirrorCore
import PostgreSQL

/// What a worker has done, since it began.
package struct WorkerTotals: Sendable, Hashable {
  /// Photos that it stored, or whose files it found.
  package var stored = 0
  /// Photos that it made dead letters.
  package var failed = 0
  /// Bytes that it received of the photos that it stored.
  package var byteCount: Int64 = 0

  package init() {}
}

/// The processes that share the work, on a server only.
extension Catalog {
  func register(_ name: String, _ program: String, lease: Double) throws(CatalogError) -> Int64 {
    try database.rows(
      """
      INSERT INTO worker (name, program, lease_until)
      VALUES (?, ?, now() + ? * interval '1 second') RETURNING id
      """, .text(name), .text(program), .real(lease)
    ) { $0.integer(0) }.first ?? 0
  }

  /// Extends a worker's lease. One whose lease was over and whose row was deleted has a row again: what it
  /// claimed before counts as far as nobody else has claimed it since.
  /// - Returns: What workers should do.
  func beat(
    _ worker: Int64, _ name: String, _ program: String, lease: Double, _ totals: WorkerTotals
  ) throws(CatalogError) -> WorkOrders.Order {
    try database.run(
      """
      INSERT INTO worker (id, name, program, lease_until, stored, failed, byte_count)
      VALUES (?, ?, ?, now() + ? * interval '1 second', ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET seen_at = now(), lease_until = excluded.lease_until,
        stored = excluded.stored, failed = excluded.failed, byte_count = excluded.byte_count
      """, SQLValue(worker), .text(name), .text(program), .real(lease), SQLValue(totals.stored),
      SQLValue(totals.failed), SQLValue(totals.byteCount))
    return try workOrder(of: worker)
  }

  /// Gives the jobs of workers whose leases are over to the others. Only the oldest worker does so, because one is
  /// enough. A job that several workers had when they died is a dead letter.
  /// - Parameter scan: Of the jobs that are claimed, by a worker without a row, although no lease has just ended: one
  ///   that was away claimed them before its next heartbeat, and died.
  func reap(by worker: Int64, _ scan: inout QueueScan) throws(CatalogError) {
    let oldest = try database.rows("SELECT min(id) FROM worker WHERE \(ServerTime.isAlive)") {
      $0.integer(0)
    }
    guard oldest.first == worker else { return }
    let start = ContinuousClock.now
    let isDue = scan.isDue(at: start)
    try transaction { () throws(CatalogError) in
      let count = try database.update("DELETE FROM worker WHERE NOT (\(ServerTime.isAlive))")
      guard count > 0 || isDue else { return }
      try database.run(Self.bringNear)
      let orphans = "state = 1 AND NOT EXISTS (SELECT 1 FROM worker WHERE worker.id = job.worker)"
      let dead = try database.rows(
        """
        UPDATE job SET worker = NULL,
          state = CASE WHEN attempts < \(ClaimedPhoto.mostAttempts) THEN 0 ELSE 2 END,
          reason = CASE WHEN attempts < \(ClaimedPhoto.mostAttempts) THEN reason
            ELSE 'the workers that fetched it died' END
        WHERE \(orphans) RETURNING source, state
        """
      ) { (source: $0.integer(0), isDead: $0.integer(1) == 2) }.filter(\.isDead)
      for job in dead { tally[job.source, default: TallyChange()].open -= 1 }
    }
    if isDue { scan.note(from: start, to: .now) }
  }

  /// Makes jobs due that no worker could claim: photomirror did not store their times. By ranges of an index.
  private static let bringNear = """
    UPDATE job SET not_before = now() WHERE state = 0 AND photo IN (
      SELECT wrong.photo FROM source CROSS JOIN LATERAL (\(
        [ServerTime.isLate, ServerTime.isEarly].map {
          "(SELECT photo FROM job WHERE job.source = source.id AND state = 0 AND \($0) LIMIT 1000)"
        }.joined(separator: " UNION ALL ")
      )) AS wrong)
    """

  /// Gives back all that a worker has, and deletes it.
  func retire(_ worker: Int64) throws(CatalogError) {
    try transaction { () throws(CatalogError) in
      try database.run(
        """
        UPDATE job SET state = 0, worker = NULL, attempts = greatest(0, attempts - 1)
        WHERE worker = ? AND state = 1
        """, SQLValue(worker))
      try database.run("DELETE FROM host_slot WHERE worker = ?", SQLValue(worker))
      try database.run("DELETE FROM worker WHERE id = ?", SQLValue(worker))
    }
  }

  /// What a worker should do; nil: any of them. A command to end is for the workers of its time: those that start
  /// later do not end at once.
  package func workOrder(of worker: Int64? = nil) throws(CatalogError) -> WorkOrders.Order {
    try database.rows(
      """
      SELECT name FROM work_order WHERE name <> 'drain' OR last_worker >=
        coalesce(?1, (SELECT min(id) FROM worker))
      """, SQLValue(worker)
    ) { $0.text(0) ?? "" }.first.flatMap(WorkOrders.Order.init) ?? .work
  }

  /// Records what all workers should do, replacing an earlier order.
  package func noteWorkOrder(_ order: WorkOrders.Order) throws(CatalogError) {
    try database.run(
      """
      INSERT INTO work_order (id, name, last_worker)
      SELECT 1, ?, coalesce(pg_sequence_last_value(pg_get_serial_sequence('worker', 'id')), 0)
      ON CONFLICT (id) DO UPDATE
      SET name = excluded.name, last_worker = excluded.last_worker
      """, .text(order.rawValue))
  }

  /// The sources whose listings were read to their ends after a worker began, or within some seconds.
  func listed(since worker: Int64, within seconds: Double?) throws(CatalogError) -> Set<String> {
    Set(
      try database.rows(
        """
        SELECT address FROM work_listing JOIN source ON source.id = work_listing.source
        WHERE \(ServerTime.past("ended_at")) = ended_at
          AND ended_at >= coalesce(now() - ?2::float8 * interval '1 second',
            (SELECT least(started_at, now()) FROM worker WHERE id = ?1), now())
        """, SQLValue(worker), .real(seconds)
      ) { $0.text(0) ?? "" })
  }

  func noteListed(_ source: String) throws(CatalogError) {
    try database.run(
      """
      INSERT INTO work_listing (source, ended_at) SELECT id, now() FROM source WHERE address = ?
      ON CONFLICT (source) DO UPDATE SET ended_at = now()
      """, .text(source))
  }

  /// Whether a process reads listings now.
  package func hasLister() throws(CatalogError) -> Bool {
    try database.rows(Self.listers) { _ in true }.first ?? false
  }

  static let listers = """
    SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
    WHERE datname = current_database() AND locktype = 'advisory' AND granted
      AND classid = \(Schema.applicationID) AND objid = 2 AND objsubid = 2
    """
}
