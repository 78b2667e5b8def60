/// An operation exceeded its time limit.
public struct TimedOut: Error, Equatable, CustomStringConvertible {
  /// The time limit.
  public let limit: Duration

  /// The error of an operation with the time limit `limit`.
  public init(limit: Duration) { self.limit = limit }

  public var description: String { "timed out after \(limit)" }
}
