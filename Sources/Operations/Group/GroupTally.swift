/// How many children of a group ended how.
public struct GroupTally: Sendable, Equatable {
  /// Children that gave a value; plain operations that were not cancelled.
  public var succeeded: Int
  /// Children that failed.
  public var failed: Int
  /// Children that were cancelled, by themselves or with the group.
  public var cancelled: Int

  /// A tally of these counts.
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
