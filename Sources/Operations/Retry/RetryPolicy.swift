/// How often, when and after which errors work is tried again.
///
/// What was cancelled is never tried again.
public struct RetryPolicy: Sendable {
  /// The answer to "that failed: and now?".
  public enum Decision: Sendable {
    /// Again, after the back-off's delay.
    case retry
    /// Again, after the delay that the error asks for, instead of the back-off's.
    case retryAfter(Duration)
    /// Not again.
    case giveUp
  }

  /// In total, the first included. Less than 1 counts as 1.
  public var attempts: Int
  /// The wait between attempts.
  public var backoff: Backoff
  /// Whether the wait keeps the slot of the group or tree node, so that nobody else goes first. A group
  /// of width 1, and so a sequence, always does.
  public var keepsSlot: Bool
  /// Asked after each failed attempt but the last, with the error and the attempt's number from 1.
  public var decide: @Sendable (_ error: any Error, _ attempt: Int) async -> Decision
  /// What the waits are measured by.
  public var clock: any Clock<Duration>

  /// A policy of at most `attempts` attempts that retries what `decide` says, every error by default:
  /// ```swift
  /// let policy = RetryPolicy(attempts: 3) { error, attempt in
  ///   error is Busy && attempt < 3 ? .retry : .giveUp
  /// }
  /// ```
  public init(
    attempts: Int, backoff: Backoff = .none, keepsSlot: Bool = false,
    clock: any Clock<Duration> = ContinuousClock(),
    decide: @escaping @Sendable (any Error, Int) async -> Decision = { _, _ in .retry }
  ) {
    self.attempts = attempts
    self.backoff = backoff
    self.keepsSlot = keepsSlot
    self.clock = clock
    self.decide = decide
  }

  /// One attempt, whose error is a `RetryExhausted` too.
  public static let never = RetryPolicy(attempts: 1)

  /// Gives what `body` returns in the first attempt that does not fail.
  ///
  /// `body` gets the attempt's number, from 1. Throws `RetryExhausted`, however many attempts were made,
  /// and `CancellationError` when an attempt or the task is cancelled. `onRetry` is called before each wait.
  public func run<Output: Sendable>(
    _ body: @Sendable (Int) async throws -> Output,
    onRetry: @Sendable (RetryNotice) -> Void = { _ in }
  ) async throws -> Output {
    try await run(
      pausing: { notice, pause in
        onRetry(notice)
        try await pause()
      }, body)
  }

  /// Like `run(_:)`, with `pausing` around each wait, where resources can be laid down.
  func run<Output: Sendable>(
    pausing: (RetryNotice, _ pause: () async throws -> Void) async throws -> Void,
    _ body: (Int) async throws -> Output
  ) async throws -> Output {
    var attempt = 1
    while true {
      do {
        return try await body(attempt)
      } catch {
        guard let delay = await delay(after: error, attempt: attempt) else {
          throw error is CancellationError
            ? error : RetryExhausted(underlying: error, attempts: attempt)
        }
        try await pausing(RetryNotice(error: error, attempt: attempt, delay: delay)) {
          try Task.checkCancellation()
          if delay > .zero { try await clock.sleep(for: delay) }
        }
        try Task.checkCancellation()
      }
      attempt += 1
    }
  }

  /// The wait before the next attempt, or nil when there is none.
  private func delay(after error: any Error, attempt: Int) async -> Duration? {
    guard attempt < attempts, !(error is CancellationError), !Task.isCancelled else { return nil }
    switch await decide(error, attempt) {
    case .retry: return backoff.delay(after: attempt)
    case .retryAfter(let delay): return max(.zero, delay)
    case .giveUp: return nil
    }
  }
}
