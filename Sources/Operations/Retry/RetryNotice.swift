/// An attempt failed and another will be made.
public struct RetryNotice: Sendable {
  /// What the attempt failed with.
  public let error: any Error
  /// The number of the attempt that failed, from 1.
  public let attempt: Int
  /// The wait before the next attempt.
  public let delay: Duration
}
