/// An operation did not end in its time.
public struct TimedOut: Error, Equatable, CustomStringConvertible {
  /// The time that it had.
  public let limit: Duration

  public init(limit: Duration) { self.limit = limit }

  public var description: String { "timed out after \(limit)" }
}
