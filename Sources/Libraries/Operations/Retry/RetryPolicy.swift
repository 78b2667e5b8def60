/// How often, when and after which errors work is retried.
///
/// Cancelled work is never retried.
public struct RetryPolicy: Sendable {
  /// The decision after a failed attempt.
  public enum Decision: Sendable {
    /// Retry, after the back-off's delay.
    case retry
    /// Retry, after the delay that the error requests, instead of the back-off's.
    case retryAfter(Duration)
    /// Do not retry.
    case giveUp
  }

  /// The total number of attempts, the first included. Less than 1 counts as 1.
  public var attempts: Int
  /// The delay between attempts.
  public var backoff: Backoff
  /// Whether the wait keeps the slot of the group or tree node, so that no other work overtakes. A group of
  /// width 1, and so a sequence, always keeps it.
  public var keepsSlot: Bool
  /// Called after each failed attempt but the last, with the error and the attempt's number from 1.
  public var decide: @Sendable (_ error: any Error, _ attempt: Int) async -> Decision
  /// The clock that measures the delays.
  public var clock: any Clock<Duration>

  /// A policy of at most `attempts` attempts that retries the errors for which `decide` says so, every error
  /// by default:
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

  /// Returns the result of the first attempt of `body` that does not fail.
  ///
  /// `body` receives the attempt's number, from 1. `onRetry` is called before each delay.
  /// - Throws: `RetryExhausted`, however many attempts were made; `CancellationError` if an attempt or the
  ///   task is cancelled.
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

  /// Like `run(_:)`, with `pausing` around each delay, which can release resources meanwhile. Continues after
  /// `last`, if that attempt was made before.
  func run<Output: Sendable>(
    after last: FailedAttempt? = nil,
    pausing: (RetryNotice, _ pause: () async throws -> Void) async throws -> Void,
    _ body: (Int) async throws -> Output
  ) async throws -> Output {
    var (attempt, last) = (last?.number ?? 1, last)
    while true {
      do {
        if let error = last.take()?.error { throw error }
        return try await body(attempt)
      } catch {
        guard let delay = try await delay(after: error, attempt: attempt) else {
          throw error is CancellationError
            ? error : RetryExhausted(underlying: error, attempts: attempt)
        }
        // `decide` may have taken long: a cancelled retry is not reported.
        try Task.checkCancellation()
        try await pausing(RetryNotice(error: error, attempt: attempt, delay: delay)) {
          try Task.checkCancellation()
          if delay > .zero { try await clock.sleep(for: delay) }
        }
        try Task.checkCancellation()
      }
      attempt += 1
    }
  }

  /// The delay before the next attempt; nil if none.
  /// - Throws: `CancellationError` if the task is cancelled.
  private func delay(after error: any Error, attempt: Int) async throws -> Duration? {
    guard attempt < attempts, !(error is CancellationError) else { return nil }
    try Task.checkCancellation()
    switch await decide(error, attempt) {
    case .retry: return backoff.delay(after: attempt)
    case .retryAfter(let delay): return max(.zero, delay)
    case .giveUp: return nil
    }
  }
}

/// An attempt that failed, before the policy decides.
struct FailedAttempt: Error {
  let error: any Error
  let number: Int
  /// Whether its task can make no other, because it is cancelled for this one.
  var isTaskCancelled = false
}

/// No attempt of a `RetryPolicy` succeeded: the last error, with the number of attempts.
///
/// A policy always throws this error, however many attempts it allows or makes, including one, so that the
/// catching code need not know the policy.
public struct RetryExhausted: Error, CustomStringConvertible {
  /// The error of the last attempt.
  public let underlying: any Error
  /// The number of attempts made, the first included: 1 or more.
  public let attempts: Int

  public var description: String {
    attempts == 1 ? "\(underlying)" : "\(underlying) (after \(attempts) attempts)"
  }
}
