import Locking

/// Opens tasks for children that have waited for their turn.
///
/// One task, which the group opens at its start, opens them, so that they inherit its task-local values,
/// whichever thread a turn comes from.
extension GroupOperation {
  /// Opens tasks for the children whose turn has come, until the group is closed.
  func openTasks() async {
    while let children = register.withLock({ $0.takeDispatched() }) {
      for (number, child) in children.enumerated() {
        if number % 64 == 63 { await Task.yield() }
        if child.holdsSlot || !finishUnbegun(child) { open(child) }
      }
      guard children.isEmpty else { continue }
      await withUnsafeContinuation { continuation in
        if !register.withLock({ $0.keep(continuation) }) { continuation.resume() }
      }
    }
  }

  /// Ends a child that was cancelled before it had a slot, if no observer must be notified before.
  private func finishUnbegun(_ child: GroupChild) -> Bool {
    guard let operation = child.task, !operation.hasChildren,
      let remains = operation.state.withLock({ $0.finishUnbegun(failing: failed(by: child)) })
    else { return false }
    end(child, as: operation.leave(remains).ending)
    return true
  }

  /// Opens a task that runs `first`, whose turn has come or which only has to end, and then the children that
  /// wait for its slot.
  private func open(_ first: GroupChild) {
    guard let operation = first.task else { return }
    let priority = operation.taskPriority
    let task = Task(priority: priority) {
      await operation.adopted()
      let seat = self.seat()
      var (child, own) = (first, nil as Task<Void, Never>?)
      var turns = 0
      while true {
        let (run, holdsSlot) = await self.run(child, at: seat, in: own)
        own = own ?? run.task
        let next = holdsSlot ? self.slots.releaseToChild() : nil
        self.end(child, as: run.ending)
        guard let next else { return }
        guard run.isTaskFree, own != nil, !Task.isCancelled, next.task?.taskPriority == priority
        else {
          return self.open(next)
        }
        turns += 1
        // Small children may never suspend, so other tasks get a turn too, but not after each child.
        if turns.isMultiple(of: 16) { await Task.yield() }
        child = next
      }
    }
    operation.adopt(task)
  }

  /// Runs a child to its end, in its slot if it has one. Returns whether the caller holds the slot then.
  nonisolated(nonsending) func run(
    _ child: GroupChild, at seat: Seat, in task: Task<Void, Never>?
  ) async -> (run: TaskOperation.Run, holdsSlot: Bool) {
    guard let operation = child.task else {
      preconditionFailure("plain operations are conducted")
    }
    var holdsSlot = child.holdsSlot
    // Again, because it may have been added late, and have new dependencies since it received its slot.
    if holdsSlot, !door.isOpen || operation.isBlocked {
      // A wait begins: the child's cancellation must reach it.
      if let task { operation.adopt(task) }
      do {
        try await waitForTurn(child, nil, holdsSlot: &holdsSlot)
      } catch {
        operation.cancel()
      }
    }
    operation.enter(seat)
    let outer = holdsSlot ? seat.outer : nil
    if let outer {
      outer.enter()
      if let task { operation.adopt(task) }
      await outer.arrive()
    }
    if isStopped { operation.cancel() }
    let run = await operation.executeHere(
      at: holdsSlot ? seat : nil, in: task, failing: failed(by: child))
    guard run.place != nil || outer != nil else { return (run, holdsSlot) }
    vacate(child, run.place, in: outer, holdsSlot: holdsSlot)
    return (run, false)
  }
}
