/// Lets so many through per second, and as many at once.
struct TokenBucket {
  private let rate: Double
  private var tokens: Double
  /// Seconds.
  private var last: Double

  /// - Parameter now: seconds, from any start.
  init(rate: Double, now: Double) {
    self.rate = rate
    tokens = max(1, rate)
    last = now
  }

  /// Lets one more pass and gives 0, or gives in how many seconds one could.
  mutating func take(now: Double) -> Double {
    tokens = min(max(1, rate), tokens + (now - last) * rate)
    last = now
    guard tokens >= 1 else { return (1 - tokens) / rate }
    tokens -= 1
    return 0
  }
}
