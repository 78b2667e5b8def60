import Foundation
import Pacing

/// Limits the rate: pauses the engine's thread while more arrived than the rate allows. Belongs to
/// that thread.
///
/// Pauses the whole engine rather than single transfers: the kernel's buffers fill, and TCP slows
/// the servers down. Pausing transfers fails with HTTP/2 in libcurl 7.88 (curl issue 10988), and a
/// limit for each transfer would waste the share of idle ones.
struct Throttle {
  /// Short enough that cancellations are noticed soon.
  private static let longestStep = 0.02
  private let start = SuspendingClock.now
  private var bucket: TokenBucket
  /// Total time that the thread was paused.
  private(set) var held = Duration.zero

  /// - Parameter rate: in bytes a second.
  init(rate: Int) {
    bucket = Self.bucket(rate, at: 0)
  }

  /// - Parameter rate: From now on.
  mutating func setRate(_ rate: Int) { bucket = Self.bucket(rate, at: elapsed) }

  private static func bucket(_ rate: Int, at time: Double) -> TokenBucket {
    let rate = Double(max(1, rate))
    return TokenBucket(capacity: rate / 10, perSecond: rate, time: time)
  }

  /// Counts received bytes.
  mutating func spend(_ bytes: Int64) {
    _ = bucket.take(Double(bytes), at: elapsed)
  }

  /// Pauses for a moment if too much arrived; false if it need not.
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

/// Counts received bytes. Belongs to the engine's thread.
final class ByteMeter {
  var count: Int64 = 0

  /// Bytes received since the last call.
  func take() -> Int64 {
    defer { count = 0 }
    return count
  }
}
