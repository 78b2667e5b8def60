import Locking

/// Nodes whose outputs are inputs of the same node again: the folders of a folder.
extension TreeNode {
  /// Each output feeds this node itself with the items that `expanding` makes of it, to any depth.
  ///
  /// They come after those of the other children (`feeding`), whatever the order of the calls. A folder
  /// gives its slot back before its own folders are read, so that no depth needs more than one slot. Where
  /// the node's `open` inputs are reached, the folders are walked one after the other, each within the one
  /// above it: memory is that of the `open` inputs and the depth. Said once for a node.
  @discardableResult
  public func recursing<Items: AsyncSequence & Sendable>(
    expanding: @escaping @Sendable (Output) async throws -> Items
  ) -> Self where Items.Element == Input {
    connectItself { [unowned self] output, walk, hand in
      var items = try await expanding(output).makeAsyncIterator()
      try await recurse(walk, hand) { try await items.next() }
    }
  }

  /// Each output feeds this node itself with the items of a sequence, whose `next()` must not block.
  @discardableResult
  public func recursing<Items: Sequence & Sendable>(
    expanding: @escaping @Sendable (Output) async throws -> Items
  ) -> Self where Items.Element == Input {
    connectItself { [unowned self] output, walk, hand in
      var items = try await expanding(output).makeIterator()
      try await recurse(walk, hand) { items.next() }
    }
  }

  /// Visits what `next` gives: beside each other while places are free, in the caller's place otherwise.
  ///
  /// Called without a slot, and waits for no place: an input waits for nothing that those below it wait for.
  nonisolated(nonsending) private func recurse(
    _ walk: TreeWalk, _ hand: TreeHand, _ next: () async throws -> Input?
  ) async throws {
    while let item = try await takeSlot(with: next) {
      if places.takeIfFree() {
        hand { await self.visit(item, walk) }
      } else {
        let summary = await visitInPlace(item, walk)
        hand { summary }
      }
    }
  }

  /// Waits for a slot, then asks for the next item. Holds no slot when there is none.
  nonisolated(nonsending) private func takeSlot(
    with next: () async throws -> Input?
  ) async throws -> Input? {
    try await slots.take()
    do {
      if let item = try await next() { return item }
    } catch {
      slots.release()
      throw error
    }
    slots.release()
    return nil
  }
}
