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
  /// Seconds until its lease ends; not positive if it has ended.
  package let lease: Double
  /// Photos that it has claimed and not finished.
  package let claimed: Int
  /// Its totals, as its last heartbeat told them.
  package let totals: WorkerTotals
}

/// All that people see of the workers of a catalog, at one moment.
package struct FleetRecord: Sendable {
  /// What workers should do.
  package fileprivate(set) var order = WorkOrders.Order.work
  /// Whether a process reads listings.
  package fileprivate(set) var isListing = false
  /// In the order of their ids, 10,000 at most. Workers that end leave no row.
  package fileprivate(set) var workers: [WorkerRow] = []
  /// Every source, in the order of the addresses.
  package fileprivate(set) var queues: [QueueCounts] = []
  /// The hosts at which most photos of the queue failed, at most 20.
  package fileprivate(set) var failures: [HostErrors] = []
  /// The hosts that want no transfers now, with the seconds that are left; at most 1,000.
  package fileprivate(set) var pauses: [String: Double] = [:]
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
  /// All of it, by one statement: the numbers are of one moment, and agree with each other.
  ///
  /// Photos and open jobs are read from `tally`, the others are counted in indexes of what is claimed, delayed, dead or
  /// failed, so that the time does not grow with the photos.
  package func fleet() throws(CatalogError) -> FleetRecord {
    var fleet = FleetRecord()
    // A row has a kind, two texts, six numbers and three times in seconds; the kinds are those of the parts below.
    try database.read(
      """
      SELECT * FROM (
        \([Self.order, Self.lister, Self.workers, Self.queues, Self.failures, Self.pauses]
          .map { "(\($0))" }.joined(separator: "\nUNION ALL "))
      ) AS fleet (kind, name, note, n1, n2, n3, n4, n5, n6, s1, s2, s3)
      ORDER BY kind, n6, name
      """, each: [[]], isPartial: true
    ) { _, row in
      let (name, note) = (row.text(1) ?? "", row.text(2) ?? "")
      let count = { (column: Int32) in Int(row.integer(2 + column)) }
      switch row.integer(0) {
      case 1: fleet.order = WorkOrders.Order(rawValue: name) ?? .work
      case 2: fleet.isListing = true
      case 3:
        var totals = WorkerTotals()
        (totals.stored, totals.failed, totals.byteCount) = (count(2), count(3), row.integer(6))
        fleet.workers.append(
          WorkerRow(
            id: row.integer(8), name: name, program: note, age: row.real(9), silence: row.real(10),
            lease: row.real(11), claimed: count(1), totals: totals))
      case 4:
        fleet.queues.append(
          QueueCounts(
            source: name, mirrored: count(1), missing: count(2),
            oldest: row.isNull(9) ? nil : row.real(9), queued: max(0, count(3) - count(5)),
            delayed: count(4), claimed: count(5), dead: Int(row.real(10))))
      case 5:
        fleet.failures.append(
          HostErrors(host: name, delayed: count(1), dead: count(2), reason: note))
      default: fleet.pauses[name] = row.real(9)
      }
    }
    return fleet
  }

  /// As ``workOrder(of:)`` for any worker.
  private static let order = """
    SELECT 1, name, NULL, 0, 0, 0, 0, 0, 0::bigint, NULL::float8, NULL::float8, NULL::float8
    FROM work_order
    WHERE name <> 'drain' OR last_worker >= (SELECT min(id) FROM worker)
    """

  private static let lister = """
    SELECT 2, NULL, NULL, 0, 0, 0, 0, 0, 0, NULL, NULL, NULL WHERE EXISTS (\(listers))
    """

  private static let workers = """
    SELECT 3, name, program,
      (SELECT count(*) FROM job WHERE job.worker = worker.id AND state = 1), stored, failed,
      byte_count, 0, id, \(ServerTime.since("started_at")), \(ServerTime.since("seen_at")),
      CASE WHEN \(ServerTime.isAlive) THEN \(ServerTime.until("lease_until")) ELSE 0 END
    FROM worker ORDER BY id LIMIT 10000
    """

  /// Open jobs are queued or claimed.
  private static let queues = """
    SELECT 4, address, NULL, coalesce(mirrored, 0), coalesce(missing, 0), coalesce(open, 0),
      (SELECT count(*) FROM job WHERE job.source = source.id AND state = 0 AND not_before > now()),
      coalesce(claimed, 0), 0,
      (SELECT \(ServerTime.since("min(not_before)")) FROM job
        WHERE job.source = source.id AND state = 0 AND not_before <= now()),
      (SELECT count(*) FROM job WHERE job.source = source.id AND state = 2), NULL
    FROM source
      LEFT JOIN (SELECT source, sum(mirrored)::bigint AS mirrored, sum(missing)::bigint AS missing,
          sum(open)::bigint AS open FROM tally GROUP BY source) AS sums ON sums.source = source.id
      LEFT JOIN (SELECT source, count(*) AS claimed FROM job WHERE state = 1 GROUP BY source)
        AS held ON held.source = source.id
    """

  /// Each with one of its reasons.
  private static let failures = """
    SELECT 5, host, (SELECT reason FROM job WHERE job.host = failed.host LIMIT 1),
      total - dead, dead, 0, 0, 0, -total, NULL, NULL, NULL
    FROM (SELECT host, count(*) AS total, count(*) FILTER (WHERE state = 2) AS dead
      FROM job WHERE host IS NOT NULL GROUP BY host ORDER BY 2 DESC, 1 LIMIT 20) AS failed
    """

  private static let pauses = """
    SELECT 6, host, NULL, 0, 0, 0, 0, 0, 0,
      \(ServerTime.until("closed_until")), NULL, NULL FROM host_pause
    WHERE closed_until > clock_timestamp() ORDER BY host LIMIT 1000
    """
}
