import Foundation

/// The life of a child: waiting for its turn, running, releasing its slot.
extension GroupOperation {
  /// Queues an added child until its turn, and opens a task that runs any other child.
  func launch(_ child: GroupChild) {
    let isWatched = child.task == nil && register.withLock { $0.plainCount <= 64 }
    if child.isJudged, !child.holdsSlot {
      if let operation = child.task {
        if child.enroll(operation, in: self, for: slots) { return }
      } else if !isWatched, !child.operation.isBlocked {
        return lineUp(child)
      }
    }
    // Here and not in the task, because tasks start in no particular order.
    let isUrgent = child.caller?.isInside(slots) ?? false
    let isWaiting = child.holdsSlot || child.operation.isBlocked
    let reservation = isWaiting ? nil : slots.reserve(isUrgent: isUrgent)
    // Now, with the child queued, so that it receives the slot that this may lend.
    child.caller?.beginWait(in: slots)
    let plain = child.task == nil ? PlainRun(of: child.operation, isWatched: isWatched) : nil
    // Inside the keys of those that wait for the child: the group, whichever caller added it, and the body that
    // runs it.
    let held = register.withLock { $0.keys }
    let keys = held + child.keys.filter { !held.contains($0) }
    let task = Exclusion.task(inside: keys, priority: child.task?.taskPriority) {
      await child.task?.adopted()
      await self.end(child, as: self.conduct(child, plain, reservation))
    }
    guard let plain else {
      child.task?.adopt(task)
      return
    }
    plain.whenFinished { task.cancel() }
    if register.withLock({ $0.note(.running(task), of: child) }) { task.cancel() }
  }

  /// Queues a plain child until its turn.
  private func lineUp(_ child: GroupChild) {
    guard let ticket = child.enroll(in: self, for: slots) else { return child.grant() }
    let isStopped = register.withLock { $0.note(.waiting(ticket), of: child) }
    if isStopped, slots.leave(ticket) { dispatch(child) }
  }

  /// Waits for the end of a suspension and for dependencies, including those added meanwhile, until the child
  /// may begin; it holds a slot then. If it throws `CancellationError`, `holdsSlot` says whether it does.
  nonisolated(nonsending) func waitForTurn(
    _ child: GroupChild, _ reservation: Slots.Reservation?, holdsSlot: inout Bool
  ) async throws {
    var reservation = reservation
    while !holdsSlot || !door.isOpen || child.operation.isBlocked {
      if !holdsSlot {
        if reservation == nil { try await child.operation.dependenciesFinished() }
        let isUrgent = child.caller?.isInside(slots) ?? false
        try await slots.hold(reservation ?? slots.reserve(isUrgent: isUrgent))
        (holdsSlot, reservation) = (true, nil)
      }
      try await door.pass()
      guard child.operation.isBlocked else { return }
      slots.release()
      holdsSlot = false
    }
  }

  /// The child has ended: releases its slot, first to the body that waits for the child.
  func vacate(_ child: GroupChild, _ place: Place?, in outer: Place?, holdsSlot: Bool) {
    child.caller?.endWait(in: slots)
    guard holdsSlot else { return }
    if let place { return place.end() }
    slots.release()
    outer?.leave()
  }

  /// The seat of a child that holds a slot.
  func seat() -> Seat {
    Seat(slots: slots, outer: place(), executor: childExecutor, home: home)
  }

  nonisolated(nonsending) private func conduct(
    _ child: GroupChild, _ plain: PlainRun?, _ reservation: Slots.Reservation?
  ) async -> OperationEnding {
    var holdsSlot = child.holdsSlot
    do {
      try await waitForTurn(child, reservation, holdsSlot: &holdsSlot)
    } catch {
      // It was cancelled while waiting, and still has to end.
      child.operation.cancel()
    }
    let group = seat()
    child.task?.enter(group)
    let seat = holdsSlot ? group : nil
    let outer = seat?.outer
    outer?.enter()
    await outer?.arrive()
    // The slot may be one that a sibling, ended by a stop, is passing to this child.
    if isStopped { child.operation.cancel() }
    await plain?.run()
    let run = await child.task?.executeHere(at: seat, failing: failed(by: child))
    vacate(child, run?.place, in: outer, holdsSlot: holdsSlot)
    return run?.ending ?? child.operation.plainEnding
  }
}
