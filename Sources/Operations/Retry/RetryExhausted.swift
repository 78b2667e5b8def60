/// The last error of work that was attempted more than once, with the number of attempts.
///
/// Work that was attempted once throws its own error, bare: a policy that gives up at the first
/// error changes nothing for who catches it. `RetryExhausted.unwrap(_:)` reads both.
public struct RetryExhausted: Error, CustomStringConvertible {
  /// What the last attempt failed with. Never itself a `RetryExhausted` of the same work.
  public let underlying: any Error
  /// How many attempts were made, the first included: 2 or more.
  public let attempts: Int

  public var description: String { "\(underlying) (after \(attempts) attempts)" }

  /// The error of the work itself and the number of attempts, whether `error` is wrapped or bare.
  public static func unwrap(_ error: any Error) -> (underlying: any Error, attempts: Int) {
    guard let exhausted = error as? RetryExhausted else { return (error, 1) }
    return (exhausted.underlying, exhausted.attempts)
  }
}
