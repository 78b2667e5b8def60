import Foundation
import Locking

/// How a group takes its children in, and lets them go.
extension GroupOperation {
  /// Takes a child in, and launches it when the group has started; false where it is refused.
  func take(_ child: GroupChild) -> Bool {
    guard let child = admit(child) else { return false }
    // Launched when all observers know of it.
    emit(.produced(child.operation)) { self.launchOrKeep(child) }
    return true
  }

  /// Takes a child in, and gives it with its place; nil where the group is over, has or had the child, or is
  /// the child. Observers of the group are still to be told that it was produced.
  func admit(_ child: GroupChild) -> GroupChild? {
    guard child.operation !== self, child.task != nil || !child.operation.isFinished else {
      return nil
    }
    let (index, isStopped) = register.withLock { ($0.add(child), $0.isStopped) }
    guard let index else { return nil }
    if isStopped { child.operation.cancel() }
    child.task?.emit(.enqueued)
    child.index = index
    return child
  }

  /// Whether children are only to end: the group was cancelled, or settled by somebody, a child's failure
  /// for one.
  var isStopped: Bool { register.withLock { $0.isStopped } }

  /// The group's body begins, and the children that came before.
  func launchEarlyChildren() {
    Task { await self.openTasks() }
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

  /// Waits, as the body, until no child is left: what the children do not use may be lent.
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

  /// Whom a failure of the child fails: the group, or nobody.
  func failed(by child: GroupChild) -> TaskOperation? {
    child.isJudged && policy == .stop ? self : nil
  }

  /// A child ended: it is counted, and who waits for the last is told. Gives whether children are only to
  /// end.
  @discardableResult
  func end(_ child: GroupChild, as ending: OperationEnding) -> Bool {
    child.whenEnded?()
    let (isStopped, waiters, lines) = register.withLock { register in
      let waiters = register.end(child, at: child.index, ending)
      // In line under the lock, or two threads could tell their counts in the wrong order, or late.
      let total = register.added
      let lines = post(.progressed(completed: register.tally.total, total: total))
      return (register.isStopped, waiters, lines)
    }
    for line in lines { line.deliver() }
    for waiter in waiters { waiter.resume() }
    return isStopped
  }

  private func launchOrKeep(_ child: GroupChild) {
    if !register.withLock({ $0.keep(child) }) { launch(child) }
  }
}
