/// No attempt of a `RetryPolicy` succeeded: the last error, with the number of attempts.
///
/// It is what a policy throws however many attempts it allows or makes, one included, so that whoever
/// catches it need not know the policy.
public struct RetryExhausted: Error, CustomStringConvertible {
  /// What the last attempt failed with.
  public let underlying: any Error
  /// How many attempts were made, the first included: 1 or more.
  public let attempts: Int

  public var description: String {
    attempts == 1 ? "\(underlying)" : "\(underlying) (after \(attempts) attempts)"
  }
}
