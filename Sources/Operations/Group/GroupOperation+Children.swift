import Foundation
import Locking

/// How a group conducts its children.
extension GroupOperation {
  /// Takes a child in, and launches it when the group has started; false where the group is over,
  /// has the child, or is the child.
  func add(_ child: GroupChild) -> Bool {
    let admission = admit(child)
    if admission == .launch { launch(child) }
    return admission != .refuse
  }

  /// Takes a child in, and says what becomes of it.
  func admit(_ child: GroupChild) -> GroupRegister.Admission {
    guard child.operation !== self else { return .refuse }
    let (admission, isStopped) = register.withLock { $0.add(child) }
    guard admission != .refuse else { return .refuse }
    if isStopped { child.operation.cancel() }
    child.task?.emit(.enqueued)
    emit(.produced(child.operation))
    // Only now, or the group's start, on another thread, could start what was not told yet.
    return admission == .wait && register.withLock({ $0.keep(child) }) ? .wait : .launch
  }

  /// The group's body begins, and the children that came before.
  func launchEarlyChildren() {
    for child in register.withLock({ $0.open() }) { launch(child) }
  }

  /// Where the body never began, the children that came before, and those that come, are cancelled.
  func dismissEarlyChildren() {
    guard !register.withLock({ $0.isOpen }) else { return }
    stopChildren()
    launchEarlyChildren()
  }

  /// Cancels all children, and those that come. A suspension holds nobody back any more.
  func stopChildren() {
    for (operation, task) in register.withLock({ $0.stop() }) {
      operation.cancel()
      task?.cancel()
    }
    door.open(forGood: true)
  }

  /// Waits until no child is left.
  nonisolated(nonsending) func idle() async {
    await withCheckedContinuation { continuation in
      if register.withLock({ $0.isIdle(or: continuation) }) { continuation.resume() }
    }
  }

  /// Opens a task that waits for the child's turn, where it has none, and runs it.
  func launch(_ child: GroupChild) {
    let operation = child.operation
    // Here and not in the task, whose start has no order.
    let isReady = child.holdsSlot || operation.dependencies.allSatisfy { $0.isFinished }
    let reservation = isReady && !child.holdsSlot ? slots.reserve() : nil
    // Within what the group holds, whoever added the child: the group waits for it.
    let keys = held.withLock { $0 }
    let task = Exclusion.task(inside: keys, priority: child.task?.taskPriority) {
      await self.conduct(child, reservation)
      self.end(child)
    }
    if let operation = child.task { return operation.adopt(task) }
    if register.withLock({ $0.note(task, of: operation) }) { task.cancel() }
  }

  nonisolated(nonsending) private func conduct(
    _ child: GroupChild, _ reservation: Slots.Reservation?
  ) async {
    var holdsSlot = child.holdsSlot
    do {
      if !holdsSlot {
        if reservation == nil { try await child.operation.dependenciesFinished() }
        try await slots.hold(reservation ?? slots.reserve())
        holdsSlot = true
      }
      try await door.pass()
      // The slot may be that of a sibling that a stop has ended, on its way to this one.
      if register.withLock({ $0.isStopped }) { child.operation.cancel() }
    } catch {
      // Cancelled while it waited: it still has to end.
      child.operation.cancel()
    }
    if let operation = child.task {
      await operation.executeHere(
        holding: holdsSlot ? slots : nil, failing: failed(by: child))
    } else {
      await child.operation.runPlain()
    }
    if holdsSlot { slots.release() }
  }

  /// Whom a failure of the child fails: the group, or nobody.
  func failed(by child: GroupChild) -> TaskOperation? {
    child.isJudged && policy == .stop ? self : nil
  }

  /// A child ended: it is counted, and who waits for the last is told.
  func end(_ child: GroupChild) {
    child.whenEnded?()
    let ending = child.ending
    let (waiters, lines) = register.withLock { register in
      let waiters = register.end(child.operation, ending)
      // In line under the lock, or two threads could tell their counts in the wrong order, or late.
      let total = register.added
      return (waiters, post(.progressed(completed: register.tally.total, total: total)))
    }
    for line in lines { line.deliver() }
    for waiter in waiters { waiter.resume() }
  }
}
