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
