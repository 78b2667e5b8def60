/// How many children of a group ended how.
public struct GroupTally: Sendable, Equatable {
  public var succeeded: Int
  public var failed: Int
  public var cancelled: Int

  public init(succeeded: Int = 0, failed: Int = 0, cancelled: Int = 0) {
    self.succeeded = succeeded
    self.failed = failed
    self.cancelled = cancelled
  }

  /// How many ended.
  public var total: Int { succeeded + failed + cancelled }

  mutating func add(_ ending: OperationEnding) {
    switch ending {
    case .succeeded: succeeded += 1
    case .failed: failed += 1
    case .cancelled: cancelled += 1
    }
  }
}
