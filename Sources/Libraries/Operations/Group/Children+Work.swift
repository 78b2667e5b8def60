import Foundation
import Locking

/// The tasks that run children: one for each slot, which runs one child after the other.
///
/// Waking the body, and opening a task for each child, would cost more than a small child.
extension Children {
  /// Opens and resumes tasks. Called without a lock.
  func obey(_ orders: ChildrenState.Orders?) {
    guard let orders else { return }
    for turn in orders.resumed { turn.end() }
    guard !orders.opensNone else { return }
    let waiting = state.withLock { $0.keep(orders) }
    opener.begin()
    waiting?.resume()
  }

  /// Opens tasks for the children whose turn has come, until the group is closed.
  func openTasks() async {
    while let orders = state.withLock({ $0.takeOrders() }) {
      for child in orders.started where mayBegin(child) { openWorker(.run(child)) }
      for open in orders.opened { open() }
      if orders.isReader { openReader() }
      for (number, child) in orders.ending.enumerated() {
        if number % 64 == 63 { await Task.yield() }
        finish(child)
      }
      guard orders.opensNone else { continue }
      await withUnsafeContinuation { continuation in
        if !state.withLock({ $0.keep(continuation) }) { continuation.resume() }
      }
    }
  }

  /// Ends a child that has no slot, in a task of its own if an observer must be notified before.
  private func finish(_ child: GroupChild) {
    if let task = child.task, task.finishUnbegun(failing: judge(of: child)) { return end(child) }
    Task {
      await child.plain?.run()
      _ = await child.task?.execute(in: nil, inside: nil, failing: self.judge(of: child))
      self.end(child)
    }
  }

  /// Whether a served child may begin; otherwise it waits again, and its slot is released.
  private func mayBegin(_ child: GroupChild) -> Bool {
    let isBlocked = child.operation.isBlocked
    let mayBegin = state.withLock { $0.mayBegin(child, isBlocked: isBlocked) }
    if !mayBegin {
      launch(child)
      obey(state.withLock { $0.serve() })
    }
    return mayBegin
  }

  /// Opens a task that has a slot and reads the inputs, for which it was ordered.
  private func openReader() {
    let (next, orders) = state.withLock { $0.goOnReading() }
    obey(orders)
    openWorker(next)
  }

  /// Opens a task that has a slot, and does `next`, and what follows in that slot.
  private func openWorker(_ next: ChildrenState.Next) {
    if case .end = next { return }
    let surroundings = state.withLock { $0.surroundings }
    TaskHandle.open(on: surroundings?.executor?.inside(surroundings?.home)) { own in
      await self.work(next, inside: surroundings, in: own)
    }
  }

  private func work(
    _ first: ChildrenState.Next, inside surroundings: Surroundings?, in own: Task<Void, Never>
  ) async {
    var (next, turns) = (first, 0)
    while true {
      var isTaskFree = true
      switch next {
      case .run(let child):
        guard !child.operation.isBlocked || mayBegin(child) else { return }
        (next, isTaskFree) = await run(child, inside: surroundings, in: own)
      case .read(let inputs): next = await read(inputs, in: own)
      case .wait(let inputs): next = await wait(for: inputs)
      case .end: return
      }
      guard isTaskFree, !Task.isCancelled else { return openWorker(next) }
      turns += 1
      // Small children may never suspend, so other tasks get a turn too, but not after each child.
      if turns.isMultiple(of: 32) { await Task.yield() }
    }
  }

  /// Runs a child that was served with a slot. Returns what follows in the slot, and whether the task may do it.
  nonisolated(nonsending) private func run(
    _ child: GroupChild, inside surroundings: Surroundings?, in own: Task<Void, Never>
  ) async -> (next: ChildrenState.Next, isTaskFree: Bool) {
    // The slot may be one that a sibling, ended by a stop, passes to this child.
    if isStopped.load(ordering: .acquiring) { child.operation.cancel() }
    guard let task = child.task else { return (await runPlain(child), true) }
    let slot = Slot(self, of: task, outer: Slot.current)
    let run: TaskOperation.Run
    if task.taskPriority == nil {
      run = await Slot.$current.withValue(slot) {
        await task.execute(in: own, inside: surroundings, failing: judge(of: child))
      }
    } else {
      run = await runApart(child, task, in: slot, inside: surroundings)
    }
    let (next, orders) = end(child, as: run.ending) { state in
      slot.end() ? state.next() : (.end, state.serve())
    }
    obey(orders)
    return (next, run.isTaskFree)
  }

  nonisolated(nonsending) private func runPlain(_ child: GroupChild) async -> ChildrenState.Next {
    await child.plain?.run()
    let (next, orders) = end(child, as: child.operation.plainEnding) { $0.next() }
    obey(orders)
    return next
  }

  /// Runs a child that has a priority in a task of its own, and waits for it.
  nonisolated(nonsending) private func runApart(
    _ child: GroupChild, _ operation: TaskOperation, in slot: Slot,
    inside surroundings: Surroundings?
  ) async -> TaskOperation.Run {
    let task = Slot.$current.withValue(slot) {
      Task.opened(
        on: surroundings?.executor?.inside(surroundings?.home), priority: operation.taskPriority
      ) {
        await operation.adopted()
        _ = await operation.execute(
          in: nil, inside: surroundings, failing: self.judge(of: child))
      }
    }
    operation.adopt(task)
    // Not for the task, which this would raise to the group's priority.
    await operation.over()
    return TaskOperation.Run(ending: operation.ending ?? .cancelled, isTaskFree: true)
  }

  // MARK: Inputs

  /// Makes a child of each input, `width` at once, and waits for the last input.
  func runAll(_ inputs: InputReader) async throws {
    let orders = state.withLock { state in
      state.inputs = inputs
      return state.serve()
    }
    obey(orders)
    try await withUnsafeThrowingContinuation {
      (continuation: UnsafeContinuation<Void, any Error>) in
      let result = state.withLock { _ in
        if inputs.result == nil { inputs.whenOver = continuation }
        return inputs.result
      }
      if let result { continuation.resume(with: result) }
    }
  }

  /// Waits, with a slot, until the turn to read an input is free.
  nonisolated(nonsending) private func wait(for inputs: InputReader) async -> ChildrenState.Next {
    await withUnsafeContinuation { continuation in
      let mustWait = state.withLock { state in
        let mustWait = state.inputs === inputs && inputs.isTaken
        if mustWait { inputs.wait(continuation) }
        return mustWait
      }
      if !mustWait { continuation.resume() }
    }
    let (next, orders) = state.withLock { $0.goOnReading() }
    obey(orders)
    return next
  }

  /// Makes the child of the next input, as the holder of the turn, in `task`.
  nonisolated(nonsending) private func read(
    _ inputs: InputReader, in task: Task<Void, Never>
  ) async -> ChildrenState.Next {
    // From now on a stop reaches the task, which may wait for a stream.
    if inputs.isStream { state.withLock { _ in inputs.task = task } }
    do {
      if !isStopped.load(ordering: .acquiring), let operation = try await inputs.read() {
        return await admit(operation, from: inputs)
      }
      finish(inputs, .success(()))
    } catch {
      finish(inputs, .failure(error))
    }
    let (next, orders) = state.withLock { $0.goOnReading() }
    obey(orders)
    return next
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
      var outcome = try admit(child) { state in
        isObserved ? nil : state.begin(child, from: inputs)
      }
      if isObserved {
        await group.tell(.produced(operation))
        outcome = state.withLock { $0.begin(child, from: inputs) }
      }
      outcome?.waiting?.resume()
      if outcome?.isReader == true { openReader() }
      if outcome?.mayBegin == false {
        launch(child)
        return .end
      }
      return .run(child)
    } catch {
      _ = group.end(as: .failed(error))
      finish(inputs, .success(()))
      let (next, orders) = state.withLock { $0.goOnReading() }
      obey(orders)
      return next
    }
  }

  func finish(_ inputs: InputReader, _ result: Result<Void, any Error>) {
    let (body, waiting, idle) = state.withLock { state in
      if state.inputs === inputs { state.inputs = nil }
      if inputs.result == nil { inputs.result = result }
      inputs.task = nil
      return (inputs.whenOver.take(), inputs.takeWaiting(), state.takeIdle())
    }
    body?.resume(with: result)
    for task in waiting { task.resume() }
    for waiter in idle { waiter.end() }
  }
}
