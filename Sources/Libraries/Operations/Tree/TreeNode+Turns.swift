/// Turns: a visit begins with a place and a slot of its node.
extension TreeNode {
  /// Passes on a visit of each item, each with its turn.
  ///
  /// The turn is taken after the item: reading a sequence is cheap, and the parent learns without a turn that
  /// there are no more items.
  nonisolated(nonsending) func accept(
    _ items: some Sequence<Input>, _ walk: TreeWalk, _ start: VisitStarter
  ) async throws {
    for item in items {
      try await takeTurn()
      start { await self.visit(item, walk) }
    }
  }

  /// Passes on a visit of each item, each with its turn.
  ///
  /// The item is requested when a slot is free, because a fetched item must not wait; but the request holds none, because
  /// it may wait without an end, while other parents need the slot.
  nonisolated(nonsending) func accept<Items: AsyncSequence>(
    _ items: Items, _ walk: TreeWalk, _ start: VisitStarter
  ) async throws where Items.Element == Input {
    var items = items.makeAsyncIterator()
    while let item = try await places.take(for: {
      try await slots.take()
      slots.release()
      guard let item = try await items.next() else { return nil as Input? }
      try await slots.take()
      return item
    }) {
      start { await self.visit(item, walk) }
    }
  }

  /// Waits for a place and a slot.
  /// - Throws: `CancellationError`; neither is held then.
  nonisolated(nonsending) func takeTurn() async throws {
    try await places.take()
    do {
      try await slots.take()
    } catch {
      places.release()
      throw error
    }
  }
}
