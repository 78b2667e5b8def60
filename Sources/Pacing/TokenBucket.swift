/// So many units a second, and so many at once after a quiet time: calls of an API, bytes.
///
/// Pure: the time is handed in, in seconds since any fixed moment. What was taken beyond the content
/// is owed, and the next one waits until it is paid back.
package struct TokenBucket: Sendable, Hashable {
  /// Units after a long rest.
  package let capacity: Double
  /// Units that come in per second.
  package let perSecond: Double
  /// Units in the bucket; below zero: owed.
  package private(set) var tokens: Double
  /// When `tokens` was true.
  package private(set) var time: Double

  /// A bucket as it was left at `time`; nil for `tokens` is a full one. A content that makes no sense
  /// is taken for the nearest that does.
  package init(capacity: Double, perSecond: Double, tokens: Double? = nil, time: Double) {
    self.capacity = max(capacity, 1)
    self.perSecond = max(perSecond, .leastNormalMagnitude)
    let tokens = tokens ?? self.capacity
    self.tokens = tokens.isFinite ? min(tokens, self.capacity) : 0
    self.time = time.isFinite ? time : 0
  }

  /// A bucket that never gives more than `perHour` units in any hour: a tenth at once, the other nine
  /// tenths spread over the hour.
  package init(perHour: Int, tokens: Double? = nil, time: Double) {
    let most = Double(max(perHour, 1))
    self.init(
      capacity: max(most / 10, 1), perSecond: most * 0.9 / 3600, tokens: tokens, time: time)
    // A bucket cannot owe more than an hour's worth, whatever was remembered.
    self.tokens = max(self.tokens, -most)
  }

  /// Takes units, and gives the seconds to wait before they may be used; 0: now.
  ///
  /// A clock that goes back fills nothing, and holds nothing up either.
  package mutating func take(_ units: Double, at now: Double) -> Double {
    refill(at: now)
    tokens -= max(units, 0)
    return wait
  }

  /// The seconds until nothing is owed any more.
  package mutating func wait(at now: Double) -> Double {
    refill(at: now)
    return wait
  }

  private var wait: Double { tokens >= 0 ? 0 : -tokens / perSecond }

  private mutating func refill(at now: Double) {
    tokens = min(capacity, tokens + max(0, now - time) * perSecond)
    time = now
  }
}
