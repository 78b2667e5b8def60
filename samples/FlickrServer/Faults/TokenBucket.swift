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

  /// Whether one more may pass.
  mutating func take(now: Double) -> Bool {
    tokens = min(max(1, rate), tokens + (now - last) * rate)
    last = now
    guard tokens >= 1 else { return false }
    tokens -= 1
    return true
  }
}
