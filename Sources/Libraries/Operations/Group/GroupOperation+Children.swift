import Foundation
import Locking

/// Adding and removing children of a group.
extension GroupOperation {
  /// Adds a child, and launches it if the group has started.
  func take(_ child: GroupChild) throws(ChildRefused) {
    try admit(child)
    guard isObserved else { return launchOrKeep(child) }
    // Launched once all observers have been notified.
    emit(.produced(child.operation)) { self.launchOrKeep(child) }
  }

  /// Adds a child. The caller must still notify the group's observers that it was produced.
  func admit(_ child: GroupChild) throws(ChildRefused) {
    if child.operation === self { throw .isGroupItself }
    if child.task == nil, child.operation.isFinished { throw .childIsFinished }
    let isStopped = try register.withLock { register throws(ChildRefused) in
      child.index = try register.add(child)
      return register.isStopped
    }
    if isStopped { child.operation.cancel() }
    child.task?.emit(.enqueued)
  }

  /// Whether children may only end: the group was cancelled, or settled from outside its body, for example by
  /// a child's failure.
  var isStopped: Bool { register.withLock { $0.isStopped } }

  /// The group's body begins: launches the children that were added before.
  func launchEarlyChildren() {
    Task { await self.openTasks() }
    while let early = register.withLock({ $0.takeEarly() }) {
      for child in early { launch(child) }
    }
  }

  /// The body never began: cancels the children that were added before, and later ones.
  func dismissEarlyChildren() {
    guard !register.withLock({ $0.isOpen }) else { return }
    stopChildren()
    launchEarlyChildren()
  }

  /// Cancels all children, and later ones. A suspension no longer holds any back.
  func stopChildren() {
    cancel(register.withLock { $0.stop() })
    door.open(forGood: true)
  }

  /// Cancels children, and ends the waits of plain ones.
  func cancel(_ children: [(child: GroupChild, plain: PlainWork?)]) {
    for (child, plain) in children {
      child.operation.cancel()
      switch plain {
      case .waiting(let ticket): if slots.leave(ticket) { dispatch(child) }
      case .running(let task): task.cancel()
      case nil: break
      }
    }
  }

  /// Waits, as the body, until no child is left: unused slots may be lent.
  nonisolated(nonsending) func idle() async {
    guard register.withLock({ !$0.isIdle }) else { return }
    let place = place()
    place?.beginWait()
    await withCheckedContinuation { continuation in
      if register.withLock({ $0.isIdle(or: continuation) }) { continuation.resume() }
    }
    place?.endWait()
    await place?.arrive()
  }

  /// The operation that fails with the child: the group, or nil.
  func failed(by child: GroupChild) -> TaskOperation? {
    child.isJudged && policy == .stop ? self : nil
  }

  /// A child ended: counts it, and notifies the tasks that wait for the last child. Returns whether children
  /// may only end.
  @discardableResult
  func end(_ child: GroupChild, as ending: OperationEnding) -> Bool {
    child.whenEnded?()
    let (isStopped, waiters, lines) = register.withLock { register in
      let waiters = register.end(child, ending)
      // Queued under the lock, because otherwise two threads could report their counts late or in the wrong
      // order.
      let total = register.added
      let lines = post(.progressed(completed: register.tally.total, total: total))
      return (register.isStopped, waiters, lines)
    }
    deliver(lines)
    for waiter in waiters { waiter.resume() }
    return isStopped
  }

  private func launchOrKeep(_ child: GroupChild) {
    if !register.withLock({ $0.keep(child) }) { launch(child) }
  }
}
