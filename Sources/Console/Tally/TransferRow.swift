import MirrorCore
import Mirroring

/// A photo that is under way.
package struct TransferRow: Sendable, Hashable {
  /// Which photo.
  package let photo: PhotoFacts
  /// Bytes on disk.
  package fileprivate(set) var received: Int64
  /// How many bytes there will be; nil where the server does not say.
  package fileprivate(set) var expected: Int64?
  /// An attempt failed and the next one is waited for.
  package fileprivate(set) var wait: RetryWait?
  /// Bytes that came since this run began to watch it.
  fileprivate(set) var fetched: Int64 = 0

  /// Between 0 and 1; nil where the length is not known.
  package var fraction: Double? {
    guard let expected, expected > 0 else { return nil }
    return min(1, max(0, Double(received) / Double(expected)))
  }

  init(_ progress: ProgressFacts) {
    photo = progress.photo
    received = max(0, progress.received)
    expected = progress.expected
  }

  init(waiting photo: PhotoFacts, _ wait: RetryWait) {
    self.photo = photo
    self.wait = wait
    received = 0
  }

  /// What is on disk grew by what came; a restart from the beginning only sets it back.
  mutating func note(_ progress: ProgressFacts) {
    fetched = fetched.addingClamped(max(0, progress.received - max(0, received)))
    received = max(0, progress.received)
    expected = progress.expected
    wait = nil
  }

  mutating func note(_ wait: RetryWait) { self.wait = wait }
}
