import Locking

/// Nodes whose outputs are inputs of the same node: the folders of a folder.
extension TreeNode {
  /// Each output feeds this node itself with the items that `expanding` makes of it, to any depth.
  ///
  /// They follow those of the other children (`feeding`), whatever the order of the calls. A folder releases
  /// its slot before its own folders are read, so that no depth needs more than one slot. When the node's
  /// `open` inputs are in use, further folders are walked one after the other, each within its parent: memory
  /// is bounded by the `open` inputs and the depth. Call once for a node.
  @discardableResult
  public func recursing<Items: AsyncSequence & Sendable>(
    expanding: @escaping @Sendable (Output) async throws -> Items
  ) -> Self where Items.Element == Input {
    connectItself { [unowned self] output, walk, start in
      var items = try await expanding(output).makeAsyncIterator()
      try await recurse(walk, start) { try await items.next() }
    }
  }

  /// Each output feeds this node itself with the items of a sequence, whose `next()` must not block.
  @discardableResult
  public func recursing<Items: Sequence & Sendable>(
    expanding: @escaping @Sendable (Output) async throws -> Items
  ) -> Self where Items.Element == Input {
    connectItself { [unowned self] output, walk, start in
      var items = try await expanding(output).makeIterator()
      try await recurse(walk, start) { items.next() }
    }
  }

  /// Visits the items that `next` returns: concurrently while places are free, otherwise in the caller's
  /// place.
  ///
  /// Called without a slot, and waits for no place, so that an input never waits for a resource that its
  /// descendants wait for.
  nonisolated(nonsending) private func recurse(
    _ walk: TreeWalk, _ start: VisitStarter, _ next: () async throws -> Input?
  ) async throws {
    while let item = try await slots.take(for: next) {
      if places.takeIfFree() {
        start { await self.visit(item, walk) }
      } else {
        // In a task of its own, which the work may cancel.
        async let visit = visitInPlace(item, walk)
        let summary = await visit
        start { summary }
      }
    }
  }
}
