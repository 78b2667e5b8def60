import Foundation

/// A child, and how its group handles it.
///
/// `@unchecked Sendable`: only its current owner changes it, before passing it on.
final class GroupChild: @unchecked Sendable {
  let operation: Operation
  /// The operation, if it is a `TaskOperation`.
  let task: TaskOperation?
  /// Whether its failure affects the group; otherwise only the caller that runs it receives the error.
  let isJudged: Bool
  /// The place of the body that waits for it.
  var caller: Place?
  /// Whether it already holds a slot of the group.
  var holdsSlot = false
  /// Its index in the group's register.
  var index = -1
  /// Called when it has ended, before it counts as ended.
  let whenEnded: (@Sendable () -> Void)?

  init(operation: Operation, isJudged: Bool = true, whenEnded: (@Sendable () -> Void)? = nil) {
    self.operation = operation
    task = operation as? TaskOperation
    self.isJudged = isJudged
    self.whenEnded = whenEnded
  }
}
