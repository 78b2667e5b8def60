import MirrorCore
import PostgreSQL

/// What all workers together ask of a site, on a server only, by the server's clock.
extension Catalog {
  /// Calls that workers wait for.
  private static let mostDebt = -10_000

  /// Takes a call from each of an account's budgets.
  /// - Returns: The seconds to wait before it is made.
  func takeCall(
    of account: CallAccount, _ limits: [CallBucket]
  ) throws(CatalogError) -> Double {
    // Workers that were given the same moment differ by the time of their answers.
    let waits = try transaction { () throws(CatalogError) in
      try database.first(
        """
        INSERT INTO call_budget (host, key_digest, seconds, tokens, noted_at)
        VALUES (?1, ?2, ?3, ?4 - 1, clock_timestamp())
        ON CONFLICT (host, key_digest, seconds) DO UPDATE SET
          tokens = greatest(\(Self.mostDebt), least(?4, call_budget.tokens
            + \(ServerTime.since("call_budget.noted_at")) * ?5)) - 1,
          noted_at = clock_timestamp()
        RETURNING greatest(0, -tokens / ?5)
        """,
        each: limits.map {
          [
            .text(account.host), .text(account.keyDigest), SQLValue($0.seconds),
            .real($0.capacity), .real($0.rate),
          ]
        }
      ) { $0.real(0) }
    }
    return waits.compactMap(\.self).max() ?? 0
  }

  /// Records that a host refuses transfers for some seconds.
  func notePause(of host: String, seconds: Double) throws(CatalogError) {
    try database.run(
      """
      INSERT INTO host_pause (host, closed_until)
      VALUES (?, clock_timestamp() + ? * interval '1 second')
      ON CONFLICT (host) DO UPDATE
      SET closed_until = greatest(excluded.closed_until, \(ServerTime.near("host_pause.closed_until")))
      """, .text(host), .real(min(max(0, seconds), 86_400)))
  }

  /// The hosts that want no transfers now, and the seconds that are left.
  package func pauses() throws(CatalogError) -> [(host: String, seconds: Double)] {
    try database.rows(
      """
      SELECT host, \(ServerTime.until("closed_until")) FROM host_pause
      WHERE closed_until > clock_timestamp() ORDER BY host LIMIT 1000
      """
    ) { ($0.text(0) ?? "", $0.real(1)) }
  }

  /// How many workers there are, and the place of one among them, counted from 0.
  func place(of worker: Int64) throws(CatalogError) -> (place: Int, workers: Int) {
    try database.rows(
      """
      SELECT count(*) FILTER (WHERE id < ?1), count(*) FROM worker
      WHERE \(ServerTime.isAlive) OR id = ?1
      """, SQLValue(worker)
    ) { (Int($0.integer(0)), max(1, Int($0.integer(1)))) }.first ?? (0, 1)
  }
}

/// A limit of calls as a token bucket.
package struct CallBucket: Sendable, Hashable {
  /// The period of the limit.
  package let seconds: Int
  /// Calls at once.
  package let capacity: Double
  /// Calls a second after that.
  package let rate: Double

  package init(seconds: Int, capacity: Double, rate: Double) {
    (self.seconds, self.capacity, self.rate) = (seconds, capacity, rate)
  }
}
