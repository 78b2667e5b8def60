import Foundation

/// Children that a body runs: each in the slot of that body, if it is one of the group's, otherwise in its turn.
extension Children {
  /// Runs a child, and waits for its end.
  func run(_ operation: TaskOperation) async throws(ChildRefused) {
    let child = GroupChild(operation, isCalled: true)
    let group = group
    try admit(child, to: group) { _ in }
    if group.isObserved { await group.tell(.produced(operation)) }
    let path = Slot.current?.path(to: self)
    // Now, so that the order in the line is that of the calls.
    if path == nil { launchOrKeep(child) }
    let task = openTask(of: child, operation, path)
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      operation.cancel()
    }
    if path != nil { try? await Slot.current?.regain() }
  }

  /// Runs an added child that waits in the slot of the caller, who waits for it. False if the caller has none of the
  /// group's slots, or the child does not wait any more.
  func claim(_ child: GroupChild) -> Bool {
    guard let operation = child.task, !child.isCalled, let path = Slot.current?.path(to: self),
      state.withLock({ $0.leave(child) })
    else { return false }
    let (slot, keys) = (Slot.current, Exclusion.held)
    let open = { @Sendable in
      Slot.$current.withValue(slot) {
        Exclusion.$held.withValue(keys) { _ = self.openTask(of: child, operation, path) }
      }
    }
    obey(ChildrenState.Orders(opened: [open]))
    return true
  }

  /// Opens the task of a child with the caller's task-local values. It waits for the child's turn, so that the child's
  /// cancellation reaches all waits.
  private func openTask(of child: GroupChild, _ operation: TaskOperation, _ path: SlotPath?)
    -> Task<Void, Never>
  {
    let surroundings = state.withLock { $0.surroundings }
    let task = Task.opened(
      on: surroundings?.executor?.inside(surroundings?.home), priority: operation.taskPriority
    ) {
      await operation.adopted()
      await self.conduct(child, operation, path, inside: surroundings)
    }
    operation.adopt(task)
    return task
  }

  private func conduct(
    _ child: GroupChild, _ operation: TaskOperation, _ path: SlotPath?,
    inside surroundings: Surroundings?
  ) async {
    let path = await enter(child, path)
    var isServed = path != nil
    if path == nil { isServed = await takeTurn(child) }
    // A child without a slot only has to end.
    let slot = isServed ? Slot(self, of: operation, outer: Slot.current, host: path?.host) : nil
    if !isServed { operation.cancel() }
    _ = await Slot.$current.withValue(slot ?? Slot.current) {
      await operation.execute(in: nil, inside: surroundings, failing: judge(of: child, in: group))
    }
    end(child, in: slot)
    path?.leave()
  }

  /// Waits for the slots of a path; nil if the child must wait in the line, or only has to end.
  private func enter(_ child: GroupChild, _ path: SlotPath?) async -> SlotPath? {
    guard let path else { return nil }
    do {
      while true {
        if child.operation.isBlocked { try await path.wait(for: child.operation) }
        guard try await path.enter() else {
          launchOrKeep(child)
          return nil
        }
        do {
          try await passDoor()
        } catch {
          path.leave()
          throw error
        }
        guard child.operation.isBlocked else { return path }
        path.leave()
      }
    } catch {
      dismiss(child)
      return nil
    }
  }

  /// Waits for a slot, in turn. False if the child only has to end.
  private func takeTurn(_ child: GroupChild) async -> Bool {
    while await turn(of: child) {
      let isBlocked = child.operation.isBlocked
      let (mayBegin, orders) = state.withLock { state in
        let mayBegin = state.mayBegin(child, isBlocked: isBlocked)
        if !mayBegin { child.turn = CancellableWait() }
        return (mayBegin, state.serve())
      }
      obey(orders)
      if mayBegin { return true }
      launch(child)
    }
    return false
  }
}
