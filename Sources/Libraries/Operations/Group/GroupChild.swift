import Foundation

/// A request for a slot of a group: of a child, or of one that released its slot while it waited.
///
/// `@unchecked Sendable`: what changes is guarded by the lock of the group's children.
class SlotRequest: LineEntry, @unchecked Sendable {
  enum Standing {
    /// It waits for something else: the group's start, dependencies.
    case blocked
    /// It waits in the line.
    case inLine
    /// It was served with a slot.
    case served
    /// It left without a slot.
    case left
  }

  /// Whether a task waits for the slot; otherwise the group opens the child's task.
  let isCalled: Bool
  var standing = Standing.blocked
  /// The wait of that task.
  var turn: CancellableWait?

  final var isWaiting: Bool { standing == .inLine }

  init(isCalled: Bool) {
    self.isCalled = isCalled
    turn = isCalled ? CancellableWait() : nil
  }
}

/// A child of a group, from its addition to its end.
///
/// A child that waits for its turn is this record, not a task. While it waits, its operation refers to it, so that a
/// cancellation finds its place in the line.
///
/// `@unchecked Sendable`, as a ``SlotRequest``.
final class GroupChild: SlotRequest, LinePlace, @unchecked Sendable {
  let operation: Operation
  /// The operation, if it is a `TaskOperation`.
  let task: TaskOperation?
  /// Its index in the group's list.
  var index = -1
  /// Its number among the added children, if their outcomes are collected.
  var number = 0
  /// The run, if the operation is a plain one.
  let plain: PlainRun?
  /// The reader of inputs that is told its outcome, and the number of its input.
  var input: (reader: InputReader, number: Int)?
  /// The group's; nil before it is admitted.
  var children: Children?

  /// Whether its failure affects the group; otherwise only the caller that runs it receives the error.
  var isJudged: Bool { !isCalled }

  /// - Parameter isCalled: Whether a body runs it, and waits for it; otherwise it is added.
  init(_ operation: Operation, isCalled: Bool = false) {
    self.operation = operation
    task = operation as? TaskOperation
    plain = task == nil ? PlainRun(of: operation) : nil
    super.init(isCalled: isCalled)
  }

  func dismiss() { children?.dismiss(self) }
  func claim() -> Bool { children?.claim(self) ?? false }

  /// The child's own children, if it is a group.
  var nested: Children? {
    task?.hasChildren == true ? (task as? any ParentOperation)?.children : nil
  }
}

/// An operation with children.
protocol ParentOperation: AnyObject {
  var children: Children { get }
}
