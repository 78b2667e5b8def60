import MirrorCore

/// A transfer in progress.
package struct TransferRow: Sendable, Hashable {
  /// Whose transfer it is; not yet safe to show.
  package let photo: PhotoFacts
  /// Bytes on disk.
  package fileprivate(set) var received: Int64
  /// Nil if the server does not announce a length.
  package fileprivate(set) var expected: Int64?
  /// Set while the next attempt is awaited.
  package fileprivate(set) var wait: RetryWait?
  /// Bytes received in this run.
  fileprivate(set) var fetched: Int64 = 0

  /// Between 0 and 1; nil if the length is unknown.
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

  /// Growth on disk counts as received; a restart from the beginning does not reduce the count.
  mutating func note(_ progress: ProgressFacts) {
    fetched = fetched.addingClamped(max(0, progress.received - max(0, received)))
    received = max(0, progress.received)
    expected = progress.expected
    wait = nil
  }

  mutating func note(_ wait: RetryWait) { self.wait = wait }
}

/// The pause before another attempt.
package struct RetryWait: Sendable, Hashable {
  /// The server that failed, if one did; not yet safe to show.
  package let host: String?
  /// Why the attempt failed; not yet safe to show.
  package let cause: String
  /// Whether the server asked for the pause.
  package let isAsked: Bool
  /// The attempt that failed, from 1.
  package let attempt: Int
  /// Whether no connection could be made.
  package let isOffline: Bool
  /// When the next one begins, on the tally's clock.
  package let until: Duration
  /// For how long a server that cannot be reached is retried; nil if it is not.
  package let retryLimit: Duration?
}
