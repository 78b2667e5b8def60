import Foundation

/// A child, and how its group is to treat it.
///
/// `@unchecked Sendable`: who has it in hand changes it, before it is handed on.
final class GroupChild: @unchecked Sendable {
  let operation: Operation
  /// The same, where it is one of ours.
  let task: TaskOperation?
  /// Whether its failure is the group's affair; where not, who runs it has the error.
  let isJudged: Bool
  /// Where the body is that waits for it.
  var caller: Place?
  /// Whether it comes with a slot of the group's.
  var holdsSlot = false
  /// Its place in the group's register.
  var index = -1
  /// Told that it ended, before it counts as ended.
  let whenEnded: (@Sendable () -> Void)?

  init(operation: Operation, isJudged: Bool = true, whenEnded: (@Sendable () -> Void)? = nil) {
    self.operation = operation
    task = operation as? TaskOperation
    self.isJudged = isJudged
    self.whenEnded = whenEnded
  }
}
