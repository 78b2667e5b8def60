import Foundation
import Locking

/// An added child that waits for its turn: a record, not a task.
///
/// While it waits, its operation refers to it. A granted slot and a cancellation both remove that reference,
/// under the operation's lock: the first of them decides what happens next.
///
/// `@unchecked Sendable`: what changes is guarded by the operation's lock.
final class WaitingChild: @unchecked Sendable {
  let child: GroupChild
  let operation: TaskOperation
  private let group: TaskOperation
  private let slots: Slots
  private var ticket: UInt64?
  private var blockers = 0

  init(_ child: GroupChild, _ operation: TaskOperation, of group: TaskOperation, in slots: Slots) {
    self.child = child
    self.operation = operation
    self.group = group
    self.slots = slots
  }

  /// Begins to wait. False if it waits in another group already.
  func enroll() -> Bool {
    let (isEnrolled, isDisturbed) = operation.state.withLock { state in
      guard state.waiting == nil else { return (false, false) }
      let isDisturbed = state.machine.isDisturbed
      if !isDisturbed { state.waiting = self }
      return (true, isDisturbed)
    }
    guard isEnrolled else { return false }
    if isDisturbed { group.dispatch(child) } else { group.lineUp(self) }
    return true
  }

  /// Removes it from its operation; nil if it was removed before.
  func take() -> GroupChild? {
    let isTaken = operation.state.withLock { state in
      guard state.waiting === self else { return false }
      state.waiting = nil
      return true
    }
    guard isTaken else { return nil }
    child.holdsSlot = true
    return child
  }

  /// A slot was granted.
  func grant() {
    guard let child = take() else { return slots.release() }
    group.dispatch(child)
  }

  /// The operation was cancelled or settled by the caller, which has removed this record: it only has to end.
  func dismiss() {
    if let ticket { slots.leave(ticket) }
    group.dispatch(child)
  }

  /// Queues for a slot.
  func standInLine() {
    guard let ticket = slots.line(self) else { return grant() }
    let isWaiting = operation.state.withLock { state in
      guard state.waiting === self else { return false }
      self.ticket = ticket
      return true
    }
    if !isWaiting { slots.leave(ticket) }
  }

  /// Waits for the operation's current dependencies, and then queues again.
  func waitForDependencies() {
    let dependencies = operation.dependencies.filter { !$0.isFinished && !($0 is Turn) }
    operation.state.withLock { _ in blockers = dependencies.count + 1 }
    for dependency in dependencies {
      // A dependency that never ends must not keep a cancelled child.
      if let dependency = dependency as? TaskOperation {
        dependency.whenOver { [weak operation] in operation?.unblock() }
      } else {
        let isOver = Locked(false)
        dependency.whenPlainFinished { [weak operation] in
          let wasOver = isOver.withLock { isOver in
            defer { isOver = true }
            return isOver
          }
          if !wasOver { operation?.unblock() }
        }
      }
    }
    dependencyEnded()
  }

  func dependencyEnded() {
    let isReady = operation.state.withLock { state in
      guard state.waiting === self else { return false }
      blockers -= 1
      return blockers == 0
    }
    if isReady { group.lineUp(self) }
  }
}

extension TaskOperation {
  /// A dependency in a group has ended.
  fileprivate func unblock() { state.withLock { $0.waiting }?.dependencyEnded() }
}
