import Locking

/// The visit of one input by its node.
extension TreeNode {
  /// Processes one input and its subtree, and returns their counts. Begins with a turn, and releases it.
  nonisolated(nonsending) func visit(
    _ input: Input, _ walk: TreeWalk, isRoot: Bool = false
  ) async -> SubtreeSummary {
    defer { places.release() }
    return await visitInPlace(input, walk, isRoot: isRoot)
  }

  /// Like `visit(_:_:isRoot:)`, in a place that the caller keeps: begins with a slot, and releases it.
  nonisolated(nonsending) func visitInPlace(
    _ input: Input, _ walk: TreeWalk, isRoot: Bool = false
  ) async -> SubtreeSummary {
    var plan = description
    if isRoot, plan.decideOnFailure == nil {
      plan.decideOnFailure = { _, error in
        walk.failRoot(error)
        return .continue
      }
    }
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

  /// The work, a fresh operation for each attempt. The slot is held before and after, however it ends.
  nonisolated(nonsending) private func attempt(
    _ input: Input, _ plan: TreePlan<Input, Output>, _ walk: TreeWalk
  ) async throws -> Output {
    guard let retry else { return try await attempt(1, input, walk) }
    return try await retry.run { notice, pause in
      plan.onRetry?(input, notice)
      walk.tell(notice)
      guard !retry.keepsSlot, !Exclusion.isHeld else { return try await pause() }
      try await slots.giveUp(during: pause)
    } _: { attempt in
      try await self.attempt(attempt, input, walk)
    }
  }

  nonisolated(nonsending) private func attempt(
    _ number: Int, _ input: Input, _ walk: TreeWalk
  ) async throws -> Output {
    guard let loan else {
      return try await walk.perform(named: name) { try await self.work(input, number) }
    }
    return try await loan.run {
      try await walk.perform(named: name) { try await self.work(input, number) }
    }
  }

  /// Feeds the children, releases the slot, and waits for the subtree.
  nonisolated(nonsending) private func expand(
    _ output: Output, of input: Input, _ plan: TreePlan<Input, Output>, _ walk: TreeWalk
  ) async -> (descendants: SubtreeSummary, isWhole: Bool) {
    guard !plan.edges.isEmpty || plan.recursion != nil else {
      slots.release()
      return (SubtreeSummary(), true)
    }
    let tally = Locked((summary: SubtreeSummary(), isWhole: true))
    @Sendable func feed(
      by expand: TreeEdge<Output>.Expand, _ group: inout DiscardingTaskGroup
    ) async {
      do {
        // No further items are requested if the complete tree is ending.
        if walk.isEnding { throw CancellationError() }
        try await expand(output, walk) { visit in
          group.addTask {
            let summary = await visit()
            tally.withLock { $0.summary += summary }
          }
        }
      } catch {
        tally.withLock { $0.isWhole = false }
        await report(error, of: input, plan, walk)
      }
    }
    await withDiscardingTaskGroup { group in
      if let edge = plan.edges.first, plan.edges.count == 1 {
        await feed(by: edge.expand, &group)
      } else if !plan.edges.isEmpty {
        // At the same time: a child that is full does not keep the items from another.
        let unread = Locked(plan.edges.count)
        await withCheckedContinuation { continuation in
          for edge in plan.edges {
            group.addTask {
              await withDiscardingTaskGroup { visits in
                await feed(by: edge.expand, &visits)
                let isLast = unread.withLock { unread in
                  unread -= 1
                  return unread == 0
                }
                if isLast { continuation.resume() }
              }
            }
          }
        }
      }
      slots.release()
      if let recursion = plan.recursion { await feed(by: recursion, &group) }
    }
    return tally.withLock { ($0.summary, $0.isWhole) }
  }

  /// Reports a failure, unless the end of the tree caused it.
  nonisolated(nonsending) private func report(
    _ error: any Error, of input: Input, _ plan: TreePlan<Input, Output>, _ walk: TreeWalk
  ) async {
    guard !walk.isEnding, let decideOnFailure = plan.decideOnFailure else { return }
    if case .stop(let error) = await decideOnFailure(input, error) { walk.stop(error) }
  }

  /// Reports that a subtree is done. A subtree that was cut short is never reported: the cause is already
  /// known.
  nonisolated(nonsending) private func close(
    _ input: Input, _ descendants: SubtreeSummary, _ plan: TreePlan<Input, Output>,
    _ walk: TreeWalk
  ) async {
    guard !walk.isEnding, let onSubtreeFinished = plan.onSubtreeFinished else { return }
    do {
      try await onSubtreeFinished(input, descendants)
    } catch {
      walk.stop(error)
    }
  }
}
