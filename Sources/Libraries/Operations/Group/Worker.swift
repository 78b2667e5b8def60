import Foundation

/// A task that has a slot of a group, and runs one child after the other in it.
///
/// Waking the body, and opening a task for each child, would cost more than a small child.
///
/// It retains the group: `Children` refers to it without, which costs more each time.
final class Worker: Sendable {
  private let children: Children
  private let group: TaskOperation
  private let surroundings: Surroundings?
  /// The slot in which the group itself runs.
  private let outer = Slot.current
  private let task: Task<Void, Never>

  init(_ children: Children, inside surroundings: Surroundings?, in task: Task<Void, Never>) {
    (self.children, self.surroundings, self.task) = (children, surroundings, task)
    group = children.group
  }

  /// Does `first`, and what follows in its slot.
  func work(_ first: ChildrenState.Next) async {
    var (next, turns) = (first, 0)
    while true {
      var isTaskFree = true
      switch next {
      case .run(let child):
        guard !child.operation.isBlocked || children.mayBegin(child) else { return }
        (next, isTaskFree) = await run(child)
      case .read(let inputs): next = await read(inputs)
      case .wait(let inputs): next = await wait(for: inputs)
      case .end: return
      }
      guard isTaskFree, !Task.isCancelled else { return children.openWorker(next) }
      turns += 1
      // Small children may never suspend, so other tasks get a turn too, but not after each child.
      if turns.isMultiple(of: 32) { await Task.yield() }
    }
  }

  /// Runs a child that was served with the slot. Returns what follows, and whether this task may do it.
  nonisolated(nonsending) private func run(
    _ child: GroupChild
  ) async -> (next: ChildrenState.Next, isTaskFree: Bool) {
    // The slot may be one that a sibling, ended by a stop, passes to this child.
    if children.isStopped.load(ordering: .acquiring) { child.operation.cancel() }
    guard let operation = child.task else { return (await runPlain(child), true) }
    let slot = Slot(children, of: operation, outer: outer)
    let run: TaskOperation.Run
    if let priority = operation.taskPriority {
      run = await runApart(child, operation, at: priority, in: slot)
    } else {
      run = await Slot.$current.withValue(slot) {
        await operation.execute(
          in: task, inside: surroundings, failing: children.judge(of: child, in: group))
      }
    }
    let (next, orders) = children.end(child, as: run.ending, in: group) { state in
      slot.end() ? state.next() : (.end, state.serve())
    }
    children.obey(orders)
    return (next, run.isTaskFree)
  }

  nonisolated(nonsending) private func runPlain(_ child: GroupChild) async -> ChildrenState.Next {
    await child.plain?.run()
    let ending = child.operation.plainEnding
    let (next, orders) = children.end(child, as: ending, in: group) { $0.next() }
    children.obey(orders)
    return next
  }

  /// Runs a child that has a priority in a task of its own, and waits for it.
  nonisolated(nonsending) private func runApart(
    _ child: GroupChild, _ operation: TaskOperation, at priority: TaskPriority, in slot: Slot
  ) async -> TaskOperation.Run {
    let task = Slot.$current.withValue(slot) {
      Task.opened(
        on: surroundings?.executor?.inside(surroundings?.home), priority: priority
      ) { [self] in
        await operation.adopted()
        _ = await operation.execute(
          in: nil, inside: surroundings, failing: children.judge(of: child, in: group))
      }
    }
    operation.adopt(task)
    // Not for the task, which this would raise to the group's priority.
    await operation.over()
    return TaskOperation.Run(ending: operation.ending ?? .cancelled, isTaskFree: true)
  }

  /// Waits until the turn to read an input is free.
  nonisolated(nonsending) private func wait(for inputs: InputReader) async -> ChildrenState.Next {
    await withUnsafeContinuation { continuation in
      let mustWait = children.state.withLock { state in
        let mustWait = state.inputs === inputs && inputs.isTaken
        if mustWait { inputs.wait(continuation) }
        return mustWait
      }
      if !mustWait { continuation.resume() }
    }
    return children.goOnReading()
  }

  /// Makes the child of the next input, as the holder of the turn.
  nonisolated(nonsending) private func read(_ inputs: InputReader) async -> ChildrenState.Next {
    // From now on a stop reaches the task, which may wait for a stream.
    if inputs.isStream { children.state.withLock { _ in inputs.task = task } }
    do {
      if !children.isStopped.load(ordering: .acquiring), let operation = try await inputs.read() {
        return await admit(operation, from: inputs)
      }
      children.finish(inputs, .success(()))
    } catch {
      children.finish(inputs, .failure(error))
    }
    return children.goOnReading()
  }

  /// Adds a child that was made of an input, and passes the turn on. The child has the slot of its maker.
  nonisolated(nonsending) private func admit(
    _ operation: TaskOperation, from inputs: InputReader
  ) async -> ChildrenState.Next {
    let child = GroupChild(operation)
    if inputs.note != nil { child.input = (inputs, inputs.count) }
    inputs.count += 1
    let isObserved = group.isObserved
    do {
      var outcome = try children.admit(child, to: group) { state in
        isObserved ? nil : state.begin(child, from: inputs)
      }
      if isObserved {
        await group.tell(.produced(operation))
        outcome = children.state.withLock { $0.begin(child, from: inputs) }
      }
      outcome?.waiting?.resume()
      if outcome?.isReader == true { children.openReader() }
      if outcome?.mayBegin == false {
        children.launch(child)
        return .end
      }
      return .run(child)
    } catch {
      _ = group.end(as: .failed(error))
      children.finish(inputs, .success(()))
      return children.goOnReading()
    }
  }
}
