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
  /// Waits. Throws `CancellationError` when its task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void

  /// A policy of at most `attempts` attempts that retries what `decide` says.
  public init(
    attempts: Int, backoff: Backoff = .none, keepsSlot: Bool = false,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    decide: @escaping @Sendable (any Error, Int) async -> Decision = { _, _ in .retry }
  ) {
    self.attempts = attempts
    self.backoff = backoff
    self.keepsSlot = keepsSlot
    self.sleep = sleep
    self.decide = decide
  }

  /// One attempt.
  public static let never = RetryPolicy(attempts: 1)

  /// Gives what `body` returns in the first attempt that does not fail.
  ///
  /// `body` gets the attempt's number, from 1. Throws the body's error after one attempt,
  /// `RetryExhausted` after more, and `CancellationError` when the task is cancelled meanwhile.
  public func run<Output: Sendable>(
    _ body: @Sendable (Int) async throws -> Output,
    whenRetrying: @Sendable (RetryNotice) -> Void = { _ in }
  ) async throws -> Output {
    try await run(
      pausing: { notice, pause in
        whenRetrying(notice)
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
          throw attempt == 1 || error is CancellationError
            ? error : RetryExhausted(underlying: error, attempts: attempt)
        }
        try await pausing(RetryNotice(error: error, attempt: attempt, delay: delay)) {
          try Task.checkCancellation()
          if delay > .zero { try await sleep(delay) }
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
