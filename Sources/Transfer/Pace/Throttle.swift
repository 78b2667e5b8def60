import Foundation
import Pacing

/// Holds the engine's thread back while more came in than the rate allows. Belongs to that thread.
///
/// The whole engine waits, rather than single transfers being paused: the kernel's buffers fill and
/// TCP slows the servers down. Pausing transfers goes wrong with HTTP/2 in libcurl 7.88 (curl issue
/// 10988), and a limit for each transfer leaves unused what an idle one could have had.
struct Throttle {
  /// Short enough that orders are soon seen.
  private static let longestStep = 0.02
  private let start = SuspendingClock.now
  private var bucket: TokenBucket
  /// How long the thread was held back in all.
  private(set) var held = Duration.zero

  /// - Parameter rate: bytes a second.
  init(rate: Int) {
    let rate = Double(max(1, rate))
    bucket = TokenBucket(capacity: rate / 10, perSecond: rate, time: 0)
  }

  /// Counts what came in.
  mutating func spend(_ bytes: Int64) {
    _ = bucket.take(Double(bytes), at: elapsed)
  }

  /// Waits for a moment if too much came in; false: nothing is owed.
  mutating func hold() -> Bool {
    let wait = bucket.wait(at: elapsed)
    guard wait > 0 else { return false }
    let before = SuspendingClock.now
    Thread.sleep(forTimeInterval: min(wait, Self.longestStep))
    held += before.duration(to: .now)
    return true
  }

  private var elapsed: Double { start.duration(to: .now) / .seconds(1) }
}
