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
      open(child, feed)
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

  /// Continues with the feed in another task than the one whose turn it was.
  func readOn(_ feed: GroupFeed, holdsSlot: Bool) async {
    if let next = await next(of: feed, holdsSlot: holdsSlot) { open(next, feed) }
  }

  /// The next child of the feed, if it is available without waiting.
  func nextNow(of feed: GroupFeed) -> GroupChild? {
    guard door.isOpen, !isObserved, let made = feed.nextNow() else { return nil }
    return admitInTurn(made)
  }

  /// The next child of the feed, in its turn. If there is none, the reading ends.
  ///
  /// Only for tasks that are never cancelled, because waiting for the turn throws in cancelled ones.
  nonisolated(nonsending) func next(
    of feed: GroupFeed, holdsSlot: Bool
  ) async -> GroupChild? {
    let child = try? await childInTurn(holdsSlot: holdsSlot) { await feed.next() }
    if let child { return child }
    for waiter in register.withLock({ $0.endReading() }) { waiter.resume() }
    return nil
  }
}
