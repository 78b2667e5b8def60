/// Turns: a visit begins with a place and a slot of its node.
extension TreeNode {
  /// Hands a visit of each item over, each with its turn.
  ///
  /// The turn comes after the item: to ask a sequence costs nothing, and the parent learns at once
  /// that there are no more, and needs no turn to learn it.
  nonisolated(nonsending) func accept(
    _ items: some Sequence<Input>, _ walk: TreeWalk, _ hand: TreeHand
  ) async throws {
    for item in items {
      try await takeTurn()
      hand { await self.visit(item, walk) }
    }
  }

  /// Hands a visit of each item over, each with its turn.
  ///
  /// The turn comes before the item: to ask may cost a fetch, and what was fetched must not wait.
  nonisolated(nonsending) func accept<Items: AsyncSequence>(
    _ items: Items, _ walk: TreeWalk, _ hand: TreeHand
  ) async throws where Items.Element == Input {
    var items = items.makeAsyncIterator()
    while let item = try await takeTurn(with: { try await items.next() }) {
      hand { await self.visit(item, walk) }
    }
  }

  /// Waits for a turn, then asks for the next item. Holds no turn when there is none.
  nonisolated(nonsending) private func takeTurn(with next: () async throws -> Input?) async throws
    -> Input?
  {
    try await takeTurn()
    do {
      if let item = try await next() { return item }
    } catch {
      giveTurnBack()
      throw error
    }
    giveTurnBack()
    return nil
  }

  /// Waits for a place and a slot, or throws `CancellationError` and holds neither.
  nonisolated(nonsending) func takeTurn() async throws {
    try await places.take()
    do {
      try await slots.take()
    } catch {
      places.release()
      throw error
    }
  }

  private func giveTurnBack() {
    slots.release()
    places.release()
  }
}
