import Foundation
import Locking

/// A child, and how its group handles it.
///
/// An added child that waits for its turn is this record, not a task. While it waits, its operation refers to it.
/// A granted slot and a cancellation both remove that reference, under the operation's lock: the first of them
/// decides what happens next.
///
/// A plain operation cannot refer to it: many of them wait in the group's line alone, and whichever caller removes
/// one from the line decides.
///
/// `@unchecked Sendable`: only its current owner changes it, before passing it on; `ticket` is guarded by the
/// operation's lock, `plain` by the register's.
final class GroupChild: @unchecked Sendable {
  let operation: Operation
  /// The operation, if it is a `TaskOperation`.
  let task: TaskOperation?
  /// Whether its failure affects the group; otherwise only the caller that runs it receives the error.
  let isJudged: Bool
  /// The place of the body that waits for it.
  var caller: Place?
  /// The keys that the body that waits for it holds.
  var keys: Exclusion.Held = []
  /// Whether it already holds a slot of the group.
  var holdsSlot = false
  /// Its index in the group's register.
  var index = -1
  /// What a cancellation of a plain operation must reach besides.
  var plain: PlainWork?
  /// Called when it has ended, before it counts as ended.
  let whenEnded: (@Sendable () -> Void)?
  /// The group and the slots that it waits for.
  private var line: (group: TaskOperation, slots: Slots)?
  private var ticket: UInt64?

  init(operation: Operation, isJudged: Bool = true, whenEnded: (@Sendable () -> Void)? = nil) {
    self.operation = operation
    task = operation as? TaskOperation
    self.isJudged = isJudged
    self.whenEnded = whenEnded
  }

  /// Begins to wait for one of `slots` of `group`. False if its operation waits in another group already.
  func enroll(_ task: TaskOperation, in group: TaskOperation, for slots: Slots) -> Bool {
    line = (group, slots)
    let (isEnrolled, isDisturbed) = task.state.withLock { state in
      guard state.waiting == nil else { return (false, false) }
      let isDisturbed = state.machine.isDisturbed
      if !isDisturbed { state.waiting = self }
      return (true, isDisturbed)
    }
    guard isEnrolled else { return false }
    if isDisturbed { group.dispatch(self) } else { lineUp(task) }
    return true
  }

  /// Begins to wait for one of `slots` of `group`, as a plain operation; returns nil if one is granted at once.
  func enroll(in group: TaskOperation, for slots: Slots) -> UInt64? {
    line = (group, slots)
    return slots.line(self)
  }

  /// It was removed from the line, and has a slot: removes it from its operation too. False if it was removed
  /// before.
  func take() -> Bool {
    let isTaken = task?.state.withLock { state in
      guard state.waiting === self else { return false }
      state.waiting = nil
      return true
    }
    guard isTaken ?? true else { return false }
    holdsSlot = true
    return true
  }

  /// A slot was granted.
  func grant() {
    if take() { line?.group.dispatch(self) } else { line?.slots.release() }
  }

  /// The operation was cancelled or settled by the caller, which has removed this record: it only has to end.
  func dismiss() {
    if let ticket { line?.slots.leave(ticket) }
    line?.group.dispatch(self)
  }

  /// Waits for a slot, or first for the operation's current dependencies.
  private func lineUp(_ task: TaskOperation) {
    if task.isBlocked {
      // A dependency that never ends must not keep a cancelled child.
      return task.whenDependenciesFinished { [weak task] in
        guard let task else { return }
        task.state.withLock { $0.waiting }?.lineUp(task)
      }
    }
    guard let slots = line?.slots else { return }
    guard let ticket = slots.line(self) else { return grant() }
    let isWaiting = task.state.withLock { state in
      guard state.waiting === self else { return false }
      self.ticket = ticket
      return true
    }
    if !isWaiting { slots.leave(ticket) }
  }
}

/// The work of a group for a plain child.
enum PlainWork {
  /// It waits in the line, with this ticket.
  case waiting(UInt64)
  case running(Task<Void, Never>)
}
