import PostgreSQL

/// Times of the tables of workers in SQL. Whoever may write to the server can store any, also `infinity`, of which
/// nothing can be subtracted: none is believed to be further away than ``farthest``, which is longer than every lease,
/// pause and delay.
enum ServerTime {
  private static let farthest = "interval '1 day'"

  /// Whether a worker's lease holds.
  static let isAlive = "lease_until BETWEEN now() AND now() + \(farthest)"
  /// Whether a job's time is one that photomirror does not store.
  static let isLate = "not_before > now() + \(farthest)"
  /// The same of one before all others.
  static let isEarly = "not_before < timestamptz 'epoch'"

  /// A time that is not in the future, and not before 1970.
  static func past(_ time: String) -> String {
    "greatest(least(\(time), clock_timestamp()), timestamptz 'epoch')"
  }

  /// A time that is not far in the future, and not before 1970.
  static func near(_ time: String) -> String {
    "greatest(least(\(time), clock_timestamp() + \(farthest)), timestamptz 'epoch')"
  }

  /// Seconds since a time, from 0; NULL of NULL, which least() would leave out.
  static func since(_ time: String) -> String {
    "CASE WHEN \(time) IS NOT NULL THEN greatest(0, extract(epoch FROM clock_timestamp() - \(past(time))))::float8 END"
  }

  /// Seconds until a time; negative if it is over.
  static func until(_ time: String) -> String {
    "extract(epoch FROM \(near(time)) - clock_timestamp())::float8"
  }
}
