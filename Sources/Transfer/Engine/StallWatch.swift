/// Tells when a transfer has been too slow for too long. Pure.
///
/// Kept here rather than by libcurl, whose low-speed limit counts whole seconds and averages: a
/// limit of two seconds was seen to fire after eight.
struct StallWatch {
  typealias Instant = SuspendingClock.Instant

  static let bytesPerSecond = 1000.0
  /// Bytes a second that a file must come with on the whole.
  static let leastRate = 2000
  private let limit: Duration
  private var mark: (time: Instant, bytes: Int64)

  init(limit: Duration, now: Instant) {
    self.limit = limit
    mark = (now, 0)
  }

  /// What a file of so many bytes may take in all: in proportion to its length, and some time for a
  /// start.
  func allowance(bytes: Int64) -> Duration {
    let seconds = Double(max(0, bytes)) / Double(Self.leastRate)
    return limit * 2 + .seconds(seconds)
  }

  /// Whether the transfer has been below the speed since `limit` ago.
  /// - Parameter bytes: received in all so far.
  mutating func isStalled(bytes: Int64, now: Instant) -> Bool {
    let elapsed = now - mark.time
    let wanted = elapsed / .seconds(1) * Self.bytesPerSecond
    if bytes > mark.bytes, Double(bytes - mark.bytes) >= wanted {
      mark = (now, bytes)
      return false
    }
    return elapsed >= limit
  }
}
