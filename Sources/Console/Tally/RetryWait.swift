/// The pause before another attempt.
package struct RetryWait: Sendable, Hashable {
  /// Why the attempt failed; not yet safe to show.
  package let reason: String
  /// The attempt that failed, from 1.
  package let attempt: Int
  /// Whether no connection could be made.
  package let isOffline: Bool
  /// When the next one begins, on the tally's clock.
  package let until: Duration
}
