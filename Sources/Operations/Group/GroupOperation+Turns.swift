import Locking

/// Children that are made when a slot is free.
extension GroupOperation {
  /// Runs each child that `read` returns, `width` at once, and waits for the last.
  ///
  /// The body makes the first `width`. After that, the task that ends its child makes the next and runs it:
  /// waking the body, and opening a task for each child, costs more than a small child.
  func runAll(width: Int, reading read: @escaping () -> GroupChild?) async throws {
    let feed = GroupFeed(read)
    for _ in 0..<max(1, width) {
      guard let child = try await childInTurn({ await feed.next() }) else { break }
      register.withLock { $0.beginReading() }
      runOn(from: child, feed)
    }
    await idle()
  }

  /// Waits for a slot, and for the end of a suspension, then adds the child that `next` returns; it holds the
  /// slot. Nil if there is none, or if the group was stopped.
  nonisolated(nonsending) func childInTurn(
    holdsSlot: Bool = false, _ next: () async throws -> GroupChild?
  ) async throws -> GroupChild? {
    if !holdsSlot { try await slots.take() }
    do {
      try await door.pass()
      if !isStopped, let made = try await next() {
        if let child = admitInTurn(made) {
          await tell(.produced(child.operation))
          return child
        }
      }
    } catch {
      slots.release()
      throw error
    }
    slots.release()
    return nil
  }

  /// Adds a child that holds a slot; a refusal is the group's failure.
  private func admitInTurn(_ made: GroupChild) -> GroupChild? {
    do {
      try admit(made)
    } catch {
      _ = end(as: .failed(error))
      return nil
    }
    made.holdsSlot = true
    return made
  }

  /// Opens a task that runs `first`, whose turn has come, and then the children of the feed.
  private func runOn(from first: GroupChild, _ feed: GroupFeed) {
    let priority = first.task?.taskPriority ?? feed.priority
    let task = Task(priority: priority) {
      await first.task?.adopted()
      let seat = self.seat()
      var (child, own) = (first, nil as Task<Void, Never>?)
      var turns = 0
      while true {
        var (run, holdsSlot) = (TaskOperation.Run(ending: .cancelled), true)
        if own != nil, let (operation, berth) = self.openNow(child, at: seat, in: own) {
          run = await operation.executeBody(at: berth, failing: self.failed(by: child))
          if let place = run.place {
            self.vacate(child, place, in: nil, holdsSlot: true)
            holdsSlot = false
          }
        } else {
          (run, holdsSlot) = await self.run(child, at: seat, in: own)
        }
        if holdsSlot, self.slots.releaseIfAwaited() { holdsSlot = false }
        let isStopped = self.end(child, as: run.ending)
        own = own ?? run.task
        guard run.isTaskFree, own != nil, !Task.isCancelled else {
          // The child was cancelled, and this task with it: another task continues with the feed.
          Task { [holdsSlot] in await self.readOn(feed, holdsSlot: holdsSlot) }
          return
        }
        turns += 1
        // Small children may never suspend, so other tasks get a turn too, but not after each child.
        if turns.isMultiple(of: 16) { await Task.yield() }
        if holdsSlot, !isStopped, let next = self.nextNow(of: feed) {
          child = next
        } else if let next = await self.next(of: feed, holdsSlot: holdsSlot) {
          child = next
        } else {
          return
        }
        guard priority == child.task?.taskPriority ?? feed.priority else {
          return self.runOn(from: child, feed)
        }
      }
    }
    first.task?.adopt(task)
  }

  private func readOn(_ feed: GroupFeed, holdsSlot: Bool) async {
    if let next = await next(of: feed, holdsSlot: holdsSlot) { runOn(from: next, feed) }
  }

  /// Starts a child that holds a slot, if its body can run at once without requirements; otherwise does
  /// nothing.
  private func openNow(
    _ child: GroupChild, at seat: Seat, in task: Task<Void, Never>?
  ) -> (TaskOperation, Berth)? {
    guard let operation = child.task, operation.executor == nil, seat.executor == nil,
      seat.outer == nil, door.isOpen, !operation.isBlocked
    else { return nil }
    operation.enter(seat)
    let berth = Berth(seat)
    return operation.openNow(at: berth, in: task) ? (operation, berth) : nil
  }

  /// The next child of the feed, if it is available without waiting.
  private func nextNow(of feed: GroupFeed) -> GroupChild? {
    guard door.isOpen, !isObserved, let made = feed.nextNow() else { return nil }
    return admitInTurn(made)
  }

  /// The next child of the feed, in its turn. If there is none, the reading ends.
  ///
  /// Only for tasks that are never cancelled, because waiting for the turn throws in cancelled ones.
  nonisolated(nonsending) private func next(
    of feed: GroupFeed, holdsSlot: Bool
  ) async -> GroupChild? {
    let child = try? await childInTurn(holdsSlot: holdsSlot) { await feed.next() }
    if let child { return child }
    for waiter in register.withLock({ $0.endReading() }) { waiter.resume() }
    return nil
  }
}
