/// A limit of calls per second, with bursts of one second.
struct CallLimit {
  private let rate: Double
  private var tokens: Double
  /// Seconds.
  private var last: Double

  /// - Parameter now: seconds, from any start.
  init(rate: Double, now: Double) { (self.rate, tokens, last) = (rate, max(1, rate), now) }

  /// Accepts one more call and gives 0, or gives the seconds until one is accepted.
  mutating func take(now: Double) -> Double {
    tokens = min(max(1, rate), tokens + (now - last) * rate)
    last = now
    guard tokens >= 1 else { return (1 - tokens) / rate }
    tokens -= 1
    return 0
  }
}
