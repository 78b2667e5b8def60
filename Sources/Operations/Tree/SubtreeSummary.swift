/// The numbers of a subtree's inputs by outcome.
public struct SubtreeSummary: Sendable, Equatable {
  /// Inputs whose own work returned and whose expansions were read completely.
  public var succeeded: Int
  /// Inputs whose work, or one of whose expansions, failed.
  public var failed: Int

  /// A summary with these counts.
  public init(succeeded: Int = 0, failed: Int = 0) {
    self.succeeded = succeeded
    self.failed = failed
  }

  static func += (left: inout Self, right: Self) {
    left.succeeded += right.succeeded
    left.failed += right.failed
  }
}
