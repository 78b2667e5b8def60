import Foundation
import Locking

/// How a group conducts its children.
extension GroupOperation {
  /// Takes a child in; false where the group is over, has the child, or is the child.
  func admit(_ child: GroupChild) -> Bool {
    guard child.operation !== self else { return false }
    let (admission, isStopped) = register.withLock { $0.add(child) }
    guard admission != .refuse else { return false }
    if isStopped { child.operation.cancel() }
    child.task?.emit(.enqueued)
    emit(.produced(child.operation))
    if admission == .launch { launch(child) }
    return true
  }

  /// Waits for a slot, and for the end of a suspension, then takes a child in that holds the slot.
  nonisolated(nonsending) func admitInTurn(
    _ child: () async throws -> GroupChild?
  ) async throws -> Bool {
    try await slots.take()
    do {
      try await door.pass()
      if var child = try await child() {
        child.holdsSlot = true
        if admit(child) { return true }
      }
    } catch {
      slots.release()
      throw error
    }
    slots.release()
    return false
  }

  /// The group's body begins, and the children that came before.
  func launchEarlyChildren() {
    for child in register.withLock({ $0.open() }) { launch(child) }
  }

  /// The body never began: the children that came before end as cancelled.
  func dismissEarlyChildren() {
    let children = register.withLock { $0.open() }
    if !children.isEmpty { stopChildren() }
    for child in children { launch(child) }
  }

  /// Cancels all children, and those that come.
  func stopChildren() {
    for (operation, task) in register.withLock({ $0.stop() }) {
      operation.cancel()
      task?.cancel()
    }
  }

  /// Waits until no child is left.
  nonisolated(nonsending) func idle() async {
    await withCheckedContinuation { continuation in
      if register.withLock({ $0.isIdle(or: continuation) }) { continuation.resume() }
    }
  }

  private func launch(_ child: GroupChild) {
    let operation = child.operation
    // Here and not in the task, whose start has no order.
    let isReady = child.holdsSlot || operation.dependencies.allSatisfy { $0.isFinished }
    let reservation = isReady && !child.holdsSlot ? slots.reserve() : nil
    let task = Task(priority: child.task?.taskPriority) {
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
    if !holdsSlot {
      do {
        if reservation == nil { try await child.operation.dependenciesFinished() }
        try await slots.hold(reservation ?? slots.reserve())
        holdsSlot = true
        try await door.pass()
      } catch {
        // Cancelled while it waited: it still has to end.
        child.operation.cancel()
      }
    }
    if let operation = child.task {
      await operation.executeHere(holding: holdsSlot ? slots : nil)
    } else {
      await child.operation.runPlain()
    }
    if holdsSlot { slots.release() }
  }

  private func end(_ child: GroupChild) {
    let ending = child.ending
    if child.isJudged, policy == .stop, case .failed = ending { _ = end(as: ending) }
    child.whenEnded?()
    let waiters = register.withLock { $0.end(child.operation, ending) }
    emit(register.withLock { .progressed(completed: $0.tally.total, total: $0.added) })
    for waiter in waiters { waiter.resume() }
  }
}

extension Operation {
  /// Runs a plain operation to its end, in a queue: its own start would run it on this thread.
  fileprivate func runPlain() async {
    PlainOperations.queue.addOperation(self)
    await finished()
  }

  /// Waits for all dependencies. Throws when the task is cancelled before.
  fileprivate func dependenciesFinished() async throws {
    for dependency in dependencies where !dependency.isFinished {
      let door = Door()
      if let dependency = dependency as? TaskOperation {
        dependency.whenOver { door.open() }
      } else {
        dependency.whenPlainFinished { door.open() }
      }
      try await door.pass()
    }
  }

  private func finished() async {
    await withCheckedContinuation { continuation in
      whenPlainFinished { continuation.resume() }
    }
  }

  /// Foundation tells the end of an operation to its dependents only: so `body` becomes one.
  private func whenPlainFinished(_ body: @escaping @Sendable () -> Void) {
    let dependent = BlockOperation(block: body)
    dependent.addDependency(self)
    PlainOperations.queue.addOperation(dependent)
  }
}

/// Where groups run children that are plain operations; the groups' slots bound how many.
private enum PlainOperations {
  static let queue = OperationQueue()
}
