/// An attempt failed and another follows.
public struct RetryNotice: Sendable {
  /// The error of the attempt.
  public let error: any Error
  /// The number of the attempt that failed, from 1.
  public let attempt: Int
  /// The delay before the next attempt.
  public let delay: Duration
}
