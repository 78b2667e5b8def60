import Locking

/// Children that are made when a slot is free for them.
extension GroupOperation {
  /// Makes a child of each input and runs it, `width` at once, and waits for the last.
  ///
  /// The body makes the first `width`. After that, the task that ends its child makes the next and
  /// goes on with it: to wake the body, and to open a task for each, costs more than a small child.
  func runAll<Inputs: Sequence & Sendable>(
    of inputs: Inputs, width: Int,
    _ makeChild: @escaping @Sendable (Inputs.Element) -> GroupChild
  ) async throws {
    let feed = GroupFeed(inputs, makeChild)
    for _ in 0..<max(1, width) {
      guard let child = try await childInTurn({ await feed.next() }) else { break }
      register.withLock { $0.beginReading() }
      runOn(from: child, feed)
    }
    await idle()
  }

  /// Waits for a slot, and for the end of a suspension, then takes the child in that `next` gives;
  /// it holds the slot. Nil when there is none, or when the group was stopped.
  nonisolated(nonsending) func childInTurn(
    _ next: () async throws -> GroupChild?
  ) async throws -> GroupChild? {
    try await slots.take()
    do {
      try await door.pass()
      if !isStopped, var child = try await next() {
        child.holdsSlot = true
        if admit(child) {
          await tell(.produced(child.operation))
          return child
        }
        _ = end(as: .failed(ChildRefused()))
      }
    } catch {
      slots.release()
      throw error
    }
    slots.release()
    return nil
  }

  /// Opens a task that runs `first`, which has its turn, and then what the feed gives.
  private func runOn<Inputs>(from first: GroupChild, _ feed: GroupFeed<Inputs>) {
    let priority = first.task?.taskPriority ?? feed.priority
    let task = Task(priority: priority) {
      await first.task?.adopted()
      var child = first
      var turns = 0
      while let task = await self.run(child) {
        turns += 1
        // Small children may never suspend: other tasks have their turn too, but not each time.
        if turns.isMultiple(of: 16) { await Task.yield() }
        guard let next = await self.next(of: feed) else { return }
        guard priority == next.task?.taskPriority ?? feed.priority else {
          return self.runOn(from: next, feed)
        }
        next.task?.adopt(task)
        child = next
      }
      // The child was cancelled, and this task with it: the feed is read on in another.
      Task {
        if let next = await self.next(of: feed) { self.runOn(from: next, feed) }
      }
    }
    first.task?.adopt(task)
  }

  /// Runs a child that has a slot, to its end. Gives the task, where it may serve another.
  nonisolated(nonsending) private func run(_ child: GroupChild) async -> Task<Void, Never>? {
    var holdsSlot = true
    do {
      // Again: the making of the child may have taken long, and it may have dependencies.
      try await waitForTurn(child, nil, holdsSlot: &holdsSlot)
    } catch {
      child.operation.cancel()
    }
    let outer = holdsSlot ? place() : nil
    outer?.enter()
    await outer?.arrive()
    if isStopped { child.operation.cancel() }
    let seat = TaskOperation.Seat(slots: slots, outer: outer, executor: childExecutor)
    let task = await child.task?.executeHere(
      at: holdsSlot ? seat : nil, failing: failed(by: child))
    vacate(child, in: outer, holdsSlot: holdsSlot)
    end(child)
    return task
  }

  /// The next child of the feed, in its turn. Where there is none, the reading ends.
  ///
  /// For tasks that nobody cancels, as waiting for the turn throws in no other.
  nonisolated(nonsending) private func next<Inputs>(of feed: GroupFeed<Inputs>) async -> GroupChild?
  {
    if let child = try? await childInTurn({ await feed.next() }) { return child }
    for waiter in register.withLock({ $0.endReading() }) { waiter.resume() }
    return nil
  }
}
