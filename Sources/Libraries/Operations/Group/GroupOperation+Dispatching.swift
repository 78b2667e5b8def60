import Foundation
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

  /// Opens a task that runs `first`, whose turn has come or which only has to end, and then those that follow in
  /// its slot: children of `feed` or, without one, children that wait for the slot.
  ///
  /// Waking the body, and opening a task for each child, costs more than a small child.
  func open(_ first: GroupChild, _ feed: GroupFeed? = nil) {
    let quality = first.operation.qualityOfService
    let handle = Locked<Task<Void, Never>?>(nil)
    let task = Task(priority: first.task?.taskPriority ?? feed?.priority) {
      await first.task?.adopted()
      let seat = self.seat()
      var (child, own) = (first, nil as Task<Void, Never>?)
      var (isStopped, turns) = (self.isStopped, 0)
      while true {
        own = own ?? handle.withLock { $0 }
        var (run, holdsSlot) = (TaskOperation.Run(ending: .cancelled), true)
        if !isStopped, let (operation, berth) = self.openNow(child, at: seat, in: own) {
          run = await operation.executeBody(at: berth, failing: self.failed(by: child))
          if let place = run.place {
            self.vacate(child, place, in: nil, holdsSlot: true)
            holdsSlot = false
          }
        } else if child.task == nil, child.holdsSlot, !self.isReady(child, at: seat) {
          // Only a task of its own can be cancelled for a wait.
          return self.launch(child)
        } else {
          (run, holdsSlot) = await self.run(child, at: seat, in: own)
        }
        var next = holdsSlot && feed == nil ? self.slots.releaseToChild() : nil
        if holdsSlot, feed != nil, self.slots.releaseIfAwaited() { holdsSlot = false }
        isStopped = self.end(child, as: run.ending)
        guard next != nil || feed != nil else { return }
        guard run.isTaskFree, own != nil, !Task.isCancelled else {
          // It was cancelled for the child: another task continues.
          if let next { self.open(next) }
          if let feed { Task { [holdsSlot] in await self.readOn(feed, holdsSlot: holdsSlot) } }
          return
        }
        turns += 1
        // Small children may never suspend, so other tasks get a turn too, but not after each child.
        if turns.isMultiple(of: 16) { await Task.yield() }
        if let feed {
          if holdsSlot, !isStopped { next = self.nextNow(of: feed) }
          if next == nil { next = await self.next(of: feed, holdsSlot: holdsSlot) }
        }
        guard let next else { return }
        guard quality == next.operation.qualityOfService else { return self.open(next, feed) }
        child = next
      }
    }
    handle.withLock { $0 = task }
    first.task?.adopt(task)
  }

  /// Starts a child that holds a slot, if its body can run at once without requirements; otherwise does
  /// nothing.
  private func openNow(
    _ child: GroupChild, at seat: Seat, in task: Task<Void, Never>?
  ) -> (TaskOperation, Berth)? {
    guard let operation = child.task, operation.executor == nil, seat.executor == nil,
      isReady(child, at: seat)
    else { return nil }
    operation.enter(seat)
    let berth = Berth(seat)
    return operation.openNow(at: berth, in: task) ? (operation, berth) : nil
  }

  /// Whether a child that holds a slot need not wait for anything else.
  private func isReady(_ child: GroupChild, at seat: Seat) -> Bool {
    child.holdsSlot && seat.outer == nil && door.isOpen && !child.operation.isBlocked
  }

  /// Runs a child to its end, in its slot if it has one. Returns whether the caller holds the slot then.
  nonisolated(nonsending) func run(
    _ child: GroupChild, at seat: Seat, in task: Task<Void, Never>?
  ) async -> (run: TaskOperation.Run, holdsSlot: Bool) {
    guard let operation = child.task else {
      if isStopped { child.operation.cancel() }
      await PlainRun(of: child.operation, isWatched: false).run()
      return (.init(ending: child.operation.plainEnding, isTaskFree: true), child.holdsSlot)
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
