import Foundation
import Locking

/// The opening of the tasks that run children, and of the inputs that children are made of.
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
    let judge = judge(of: child, in: group)
    if let task = child.task, task.finishUnbegun(failing: judge) { return end(child) }
    Task {
      await child.plain?.run()
      _ = await child.task?.execute(in: nil, inside: nil, failing: judge)
      self.end(child)
    }
  }

  /// Whether a served child may begin; otherwise it waits again, and its slot is released.
  func mayBegin(_ child: GroupChild) -> Bool {
    let isBlocked = child.operation.isBlocked
    let mayBegin = state.withLock { $0.mayBegin(child, isBlocked: isBlocked) }
    if !mayBegin {
      launch(child)
      obey(state.withLock { $0.serve() })
    }
    return mayBegin
  }

  /// Opens a task that has a slot and reads the inputs, for which it was ordered.
  func openReader() { openWorker(goOnReading()) }

  /// A task that was ordered to read, or waited for its turn, goes on.
  func goOnReading() -> ChildrenState.Next {
    let (next, orders) = state.withLock { $0.goOnReading() }
    obey(orders)
    return next
  }

  /// Opens a task that has a slot, and does `next`, and what follows in that slot.
  func openWorker(_ next: ChildrenState.Next) {
    if case .end = next { return }
    let surroundings = state.withLock { $0.surroundings }
    TaskHandle.open(on: surroundings?.executor?.inside(surroundings?.home)) { own in
      await Worker(self, inside: surroundings, in: own).work(next)
    }
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

  /// No input is left, or an error ended the inputs.
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
