import MirrorCore
import PostgreSQL

/// A worker's claim of a photo.
struct WorkClaim: Sendable, Hashable {
  let token: Int64
  let attempt: Int
}

/// A job of the queue that a worker claimed.
struct ClaimedJob: Sendable, Hashable {
  let photo: Int64
  let claim: WorkClaim
  let isAddressLost: Bool
  /// Seconds since 1970: since when it could be claimed.
  let queuedAt: Double
}

/// The queue of workers, on a server only. A job is queued (0), claimed (1) or dead (2).
///
/// Whatever a worker says of a job names the token of its claim, so that nothing counts after its lease is over and
/// somebody else has the job. All times are the server's.
extension Catalog {
  /// Has no effect on photos that are mirrored, queued or claimed.
  func enqueue(_ ids: [Int64], ofSource source: Int64) throws(CatalogError) {
    guard !ids.isEmpty else { return }
    try transaction { () throws(CatalogError) in
      _ = try changeJobs(
        """
        INSERT INTO job (photo, source) SELECT id, ?2 FROM photo WHERE id = ?1 AND is_mirrored = 0
        ON CONFLICT (photo) DO UPDATE SET state = 0, source = excluded.source, attempts = 0,
          is_address_lost = 0, reason = NULL, not_before = excluded.not_before
        WHERE job.state = 2 RETURNING source
        """, each: ids.map { [SQLValue($0), SQLValue(source)] }, by: 1)
    }
  }

  /// Claims jobs of a source, the oldest first.
  /// - Parameter place: Jobs up to it are not looked at.
  func claim(
    _ most: Int, ofSource source: Int64, for worker: Int64, after place: QueuePlace = .start
  ) throws(CatalogError) -> [ClaimedJob] {
    try database.rows(
      """
      WITH chosen AS (
        SELECT photo FROM job WHERE source = ?1 AND state = 0 AND not_before <= now()
          AND (not_before, photo) > (to_timestamp(?4), ?5)
        ORDER BY not_before, photo LIMIT ?2 FOR UPDATE SKIP LOCKED)
      UPDATE job SET state = 1, worker = ?3, token = token + 1, attempts = attempts + 1
      FROM chosen WHERE job.photo = chosen.photo
      RETURNING job.photo, token, attempts, is_address_lost,
        extract(epoch FROM not_before)::float8
      """, SQLValue(source), SQLValue(most), SQLValue(worker), .real(place.queuedAt),
      SQLValue(place.photo)
    ) {
      ClaimedJob(
        photo: $0.integer(0),
        claim: WorkClaim(token: $0.integer(1), attempt: Int($0.integer(2))),
        isAddressLost: $0.integer(3) != 0, queuedAt: $0.real(4))
    }
  }

  /// Whether a claim still holds. The sum keeps the server from reading the index of claimed jobs, all of them, which
  /// it takes for empty if it was when its statistics were made.
  private static let isHeld = "photo = ?1 AND token = ?2 AND state + 0 = 1"

  /// Records stored photos whose claims still hold, and deletes their jobs, in one transaction.
  /// - Returns: The others, without those that are recorded with the same bytes: an answer may have been lost.
  func complete(
    _ photos: [MirroredPhoto], _ claims: [Int64: WorkClaim]
  ) throws(CatalogError) -> Set<Int64> {
    guard !photos.isEmpty else { return [] }
    // In the order of their rows, as most pages have them: see recordAll.
    let photos = photos.sorted { $0.id < $1.id }
    return try transaction { () throws(CatalogError) in
      let isHeld = try changeJobs(
        "DELETE FROM job WHERE \(Self.isHeld) RETURNING source",
        each: photos.map { [SQLValue($0.id), SQLValue(claims[$0.id]?.token ?? -1)] }, by: -1)
      let held = zip(photos, isHeld).filter(\.1).map(\.0)
      let lost = zip(photos, isHeld).filter { !$1 }.map(\.0)
      try recordAll(held)
      let recorded = try database.first(
        """
        SELECT 1 FROM photo JOIN file ON file.photo = photo.id
        WHERE photo.id = ? AND is_mirrored = 1 AND sha256 = ?
        """, each: lost.map { [SQLValue($0.id), .blob([UInt8](hex: $0.sha256))] }
      ) { _ in true }
      return Set(zip(lost, recorded).filter { $1 == nil }.map(\.0.id))
    }
  }

  func drop(_ id: Int64, _ claim: WorkClaim) throws(CatalogError) {
    try transaction { () throws(CatalogError) in
      _ = try changeJobs(
        "DELETE FROM job WHERE \(Self.isHeld) RETURNING source",
        each: [[SQLValue(id), SQLValue(claim.token)]], by: -1)
    }
  }

  func postpone(
    _ id: Int64, _ claim: WorkClaim, _ setback: Setback
  ) throws(CatalogError) -> Bool {
    try database.update(
      """
      UPDATE job SET state = 0, worker = NULL, reason = ?3, attempts = attempts - ?4,
        is_address_lost = CASE WHEN ?5 = 1 THEN 1 ELSE is_address_lost END,
        not_before = now() + ?6 * (0.9 + 0.2 * random()) * interval '1 second'
      WHERE \(Self.isHeld)
      """, SQLValue(id), SQLValue(claim.token), .text(setback.reason), SQLValue(setback.isUntried),
      SQLValue(setback.isAddressLost), .real(setback.delay(afterAttempt: claim.attempt))) > 0
  }

  func bury(
    _ id: Int64, _ claim: WorkClaim, reason: String, isRefusal: Bool, at seconds: Int64
  ) throws(CatalogError) -> Bool {
    try transaction { () throws(CatalogError) in
      let isHeld = try changeJobs(
        """
        UPDATE job SET state = 2, worker = NULL, reason = ?3
        WHERE \(Self.isHeld) RETURNING source
        """, each: [[SQLValue(id), SQLValue(claim.token), .text(reason)]], by: -1)
      guard isHeld == [true] else { return false }
      if isRefusal {
        _ = try noteRefusal(ofPhoto: id, reason: reason, at: seconds)
      } else {
        try noteFailure(ofPhoto: id, reason: reason, isDeferred: false)
      }
      return true
    }
  }

  /// Queues dead letters again, as new ones.
  /// - Parameter what: A photo's id at its site, or a host of its addresses, with a port if they have one.
  /// - Returns: How many there were.
  package func requeue(_ what: String) throws(CatalogError) -> Int {
    try transaction { () throws(CatalogError) in
      let counts = try database.rows(
        """
        WITH again AS (
          \(Self.again) RETURNING source)
        SELECT source, count(*) FROM again GROUP BY source
        """, .text(what)
      ) { (source: $0.integer(0), count: $0.integer(1)) }
      for (source, count) in counts { tally[source, default: TallyChange()].open += count }
      return Int(counts.reduce(0) { $0 + $1.count })
    }
  }

  private static let again = """
    UPDATE job SET state = 0, attempts = 0, is_address_lost = 0, reason = NULL, not_before = now()
    WHERE state = 2 AND (strpos(reason || '/', '//' || ?1 || '/') > 0
      OR strpos(reason, '//' || ?1 || ':') > 0
      OR EXISTS (SELECT 1 FROM photo WHERE photo.id = job.photo AND key = ?1)
      OR EXISTS (SELECT 1 FROM listing WHERE listing.id = job.photo
        AND strpos(entry, '//' || ?1 || '/') > 0))
    """

  /// Gives back a worker's claims of a source, as if they had not been made.
  func release(ofSource source: Int64, by worker: Int64) throws(CatalogError) {
    try database.run(
      """
      UPDATE job SET state = 0, worker = NULL, attempts = greatest(0, attempts - 1)
      WHERE worker = ? AND source = ? AND state = 1
      """, SQLValue(worker), SQLValue(source))
  }

  /// Seconds by which the server's clock is ahead of this machine's.
  package func clockOffset() throws(CatalogError) -> Int64 {
    let now = try database.rows("SELECT extract(epoch FROM clock_timestamp())::float8") {
      $0.real(0)
    }
    return Int64(now.first ?? 0) - Catalog.now()
  }
}
