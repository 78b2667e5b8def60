/// A token bucket: `perSecond` units a second with bursts of at most `capacity`, for API calls and
/// bytes.
///
/// Pure: the time is passed in, as seconds since a fixed moment. Units taken beyond the content are owed; the
/// next call waits until they are refilled.
package struct TokenBucket: Sendable, Hashable {
  /// Units in a full bucket.
  package let capacity: Double
  /// Units added per second.
  package let perSecond: Double
  /// Units in the bucket; negative if some are owed.
  package private(set) var tokens: Double
  /// The time for which `tokens` is valid.
  package private(set) var time: Double

  /// A bucket as it was at `time`; a full one if `tokens` is nil. Values out of range are clamped.
  package init(capacity: Double, perSecond: Double, tokens: Double? = nil, time: Double) {
    self.capacity = max(capacity, 1)
    self.perSecond = max(perSecond, .leastNormalMagnitude)
    let tokens = tokens ?? self.capacity
    self.tokens = tokens.isFinite ? min(tokens, self.capacity) : 0
    self.time = time.isFinite ? time : 0
  }

  /// A bucket that gives at most `count` units in any time of `seconds`: a burst of 10 %, the other 90 % refilled
  /// evenly over the time.
  package init(atMost count: Int, in seconds: Int, tokens: Double? = nil, time: Double) {
    let most = Double(max(count, 1))
    self.init(
      capacity: max(most / 10, 1), perSecond: most * 0.9 / Double(max(seconds, 1)), tokens: tokens,
      time: time)
    // Owes at most the units of one such time, whatever was stored.
    self.tokens = max(self.tokens, -most)
  }

  /// Takes units and returns the seconds to wait before using them; 0 if there is no need to wait.
  ///
  /// A clock that is set back neither adds units nor delays.
  package mutating func take(_ units: Double, at now: Double) -> Double {
    refill(at: now)
    tokens -= max(units, 0)
    return wait
  }

  /// Seconds until no units are owed.
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
