/// The behaviour of a group when one of its children fails.
public enum GroupPolicy: Sendable {
  /// The other children are cancelled, and the group fails with the first child's error. The
  /// cancellations that this causes are not errors.
  case stop
  /// The other children continue, and the group's outcome is its body's.
  case `continue`
  /// The other children continue. If an added child failed, the group fails with `ChildrenFailed`, which has all outcomes.
  case collect
}

/// Some children of a group with the policy `collect` failed: the outcomes of all its children.
public struct ChildrenFailed: Error, CustomStringConvertible {
  /// The outcomes in the order in which the children were added, also of those that succeeded.
  public let outcomes: [Outcome<any Sendable>]
  /// The errors in the same order.
  public var errors: [any Error] { outcomes.compactMap(\.failure) }

  public var description: String {
    let errors = errors
    let others = errors.count > 3 ? ", …" : ""
    return "\(errors.count) of \(outcomes.count) failed: "
      + errors.prefix(3).map { "\($0)" }.joined(separator: ", ") + others
  }
}

/// The numbers of a group's children by outcome.
public struct GroupTally: Sendable, Equatable {
  /// Children that returned a value; plain operations that were not cancelled.
  public var succeeded: Int
  /// Children that failed.
  public var failed: Int
  /// Children that were cancelled, individually or with the group.
  public var cancelled: Int

  /// A tally with these counts.
  public init(succeeded: Int = 0, failed: Int = 0, cancelled: Int = 0) {
    self.succeeded = succeeded
    self.failed = failed
    self.cancelled = cancelled
  }

  /// The number of children that ended.
  public var total: Int { succeeded + failed + cancelled }

  mutating func add(_ ending: OperationEnding) {
    switch ending {
    case .succeeded: succeeded += 1
    case .failed: failed += 1
    case .cancelled: cancelled += 1
    }
  }
}

/// Why a group refused a child.
public enum ChildRefused: String, Error, CustomStringConvertible {
  case groupIsFinished = "the group has finished"
  case childIsFinished = "the operation has finished"
  case childIsRunning = "the operation was started by another"
  case isDuplicate = "the group has the operation already"
  case isGroupItself = "the operation is the group itself"
  case groupIsInside = "the operation is a group that this group is inside"

  public var description: String { rawValue }
}
