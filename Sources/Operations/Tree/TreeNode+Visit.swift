import Locking

/// The walk of one input through its node.
extension TreeNode {
  /// Does one input and its subtree, and gives their counts. Begins with a turn, and gives it back.
  nonisolated(nonsending) func visit(_ input: Input, _ walk: TreeWalk) async -> SubtreeSummary {
    defer { places.release() }
    let plan = description
    let output: Output
    do {
      output = try await attempt(input, plan, walk)
    } catch {
      slots.release()
      await report(error, of: input, plan, walk)
      return SubtreeSummary(failed: 1)
    }
    let (descendants, isWhole) = await expand(output, of: input, plan, walk)
    if isWhole { await close(input, descendants, plan, walk) }
    var summary = descendants
    summary += isWhole ? SubtreeSummary(succeeded: 1) : SubtreeSummary(failed: 1)
    return summary
  }

  /// The work, a fresh operation for each attempt. The slot is held at both ends, however it ends.
  nonisolated(nonsending) private func attempt(
    _ input: Input, _ plan: TreePlan<Input, Output>, _ walk: TreeWalk
  ) async throws -> Output {
    try await retry.run { notice, pause in
      plan.whenRetrying?(input, notice)
      walk.tell(notice)
      guard !retry.keepsSlot else { return try await pause() }
      try await slots.giveUp(during: pause)
    } _: { _ in
      try await walk.perform(AsyncOperation { try await self.work(input) }, named: name)
    }
  }

  /// Feeds the children, gives the slot back, and waits for the subtree.
  nonisolated(nonsending) private func expand(
    _ output: Output, of input: Input, _ plan: TreePlan<Input, Output>, _ walk: TreeWalk
  ) async -> (descendants: SubtreeSummary, isWhole: Bool) {
    guard !plan.edges.isEmpty else {
      slots.release()
      return (SubtreeSummary(), true)
    }
    let tally = Locked(SubtreeSummary())
    var isWhole = true
    await withDiscardingTaskGroup { group in
      for edge in plan.edges {
        do {
          try await edge.expand(output, walk) { visit in
            group.addTask {
              let summary = await visit()
              tally.withLock { $0 += summary }
            }
          }
        } catch {
          isWhole = false
          // What follows is not asked for when the whole tree ends.
          guard !walk.isEnding else { break }
          await report(error, of: input, plan, walk)
        }
      }
      slots.release()
    }
    return (tally.withLock { $0 }, isWhole)
  }

  /// Tells a failure, unless it comes of the whole tree's end.
  nonisolated(nonsending) private func report(
    _ error: any Error, of input: Input, _ plan: TreePlan<Input, Output>, _ walk: TreeWalk
  ) async {
    guard !walk.isEnding, let whenFailed = plan.whenFailed else { return }
    if case .stop(let error) = await whenFailed(input, error) { walk.stop(error) }
  }

  /// Tells that a subtree is done. A cut subtree is never told: what cuts it is known before.
  nonisolated(nonsending) private func close(
    _ input: Input, _ descendants: SubtreeSummary, _ plan: TreePlan<Input, Output>,
    _ walk: TreeWalk
  ) async {
    guard !walk.isEnding, let whenSubtreeFinished = plan.whenSubtreeFinished else { return }
    do {
      try await whenSubtreeFinished(input, descendants)
    } catch {
      walk.stop(error)
    }
  }
}
