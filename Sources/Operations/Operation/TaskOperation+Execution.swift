import Foundation
import Locking

extension TaskOperation {
  /// The walk from the start to the end, in the operation's task. A failure fails `group`. Gives the
  /// task, where nobody has cancelled it or will: it may serve another operation.
  @discardableResult
  nonisolated(nonsending) func execute(
    _ action: OperationStateMachine.StartAction, failing group: TaskOperation?
  ) async -> Task<Void, Never>? {
    if action == .runBody {
      emit(.started)
      await meetRequirements()
    } else {
      await conclude()
    }
    // Before anybody who waits for the end, or for the slot, can go on.
    fail(group)
    let (start, task) = state.withLock { state in
      let isLast = state.machine.finish()
      precondition(isLast, "an operation finished twice")
      defer { state.task = nil }
      state.requirements = nil
      return (state.start, state.machine.isUndisturbed ? state.task : nil)
    }
    // Foundation reads `isFinished` at once and takes the same lock: never notify under it.
    didChangeValue(forKey: "isFinished")
    await tell(.finished(after: start.map { ContinuousClock.now - $0 } ?? .zero))
    let waiters = state.withLock { state in
      state.isOver = true
      state.observers = []
      return state.whenOver.take()
    }
    for waiter in waiters { waiter() }
    for dependency in dependencies { removeDependency(dependency) }
    return task
  }

  /// Makes the operation's failure that of its group, where both are.
  func fail(_ group: TaskOperation?) {
    guard let group, let ending, case .failed = ending else { return }
    _ = group.end(as: ending)
  }

  /// Waits for the end.
  nonisolated(nonsending) func over() async {
    await withCheckedContinuation { continuation in
      whenOver { continuation.resume() }
    }
  }

  /// Calls `body` once after the end, where the operation finishes; at once when it is over.
  func whenOver(_ body: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if !state.isOver { state.whenOver.append(body) }
      return state.isOver
    }
    if isOver { body() }
  }

  /// The body, and all that it leaves, within everything that was asked for.
  nonisolated(nonsending) private func meetRequirements() async {
    guard let requirements = state.withLock({ $0.requirements.take() }) else {
      await work()
      return await conclude()
    }
    do {
      try await requirements.within(self) {
        await work()
        await conclude()
      }
    } catch {
      _ = state.withLock { $0.machine.bodyEnded(OperationEnding(error)) }
      await conclude()
    }
  }

  /// The outcome is decided: tells so, and waits for what came, or comes, meanwhile.
  nonisolated(nonsending) private func conclude() async {
    await tell(.willFinish)
    await drain()
  }

  /// Tells the observers, and waits until they have returned.
  nonisolated(nonsending) private func tell(_ event: @autoclosure () -> OperationEvent) async {
    let lines = state.withLock { $0.observers }
    guard !lines.isEmpty else { return }
    let event = event()
    for line in lines { await line.deliver(event) }
  }
}
