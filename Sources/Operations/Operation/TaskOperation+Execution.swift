import Foundation
import Locking

extension TaskOperation {
  /// The walk from the start to the end, in the operation's task. A failure fails `group`. Gives the
  /// task, where nobody has cancelled it or will: it may serve another operation.
  @discardableResult
  nonisolated(nonsending) func execute(
    _ action: OperationStateMachine.StartAction, failing group: TaskOperation?
  ) async -> Task<Void, Never>? {
    if action == .runBody, bodyMayBegin() {
      emit(.started)
      await meetRequirements(failing: group)
    } else {
      await conclude(failing: group)
    }
    return await finish()
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

  /// False where it was cancelled or settled between its start and now: no body begins then.
  private func bodyMayBegin() -> Bool {
    state.withLock { state in
      guard state.machine.isDisturbed else { return true }
      _ = state.machine.bodyEnded(.cancelled)
      return false
    }
  }

  /// The body, and all that it leaves, within everything that was asked for.
  nonisolated(nonsending) private func meetRequirements(failing group: TaskOperation?) async {
    guard let requirements = state.withLock({ $0.requirements.take() }) else {
      await work()
      return await conclude(failing: group)
    }
    do {
      try await requirements.within(self) {
        await work()
        await conclude(failing: group)
      }
    } catch {
      _ = state.withLock { $0.machine.bodyEnded(OperationEnding(error)) }
      await conclude(failing: group)
    }
  }

  /// The outcome is decided: tells so, and waits for what came, or comes, meanwhile.
  nonisolated(nonsending) private func conclude(failing group: TaskOperation?) async {
    // Before anybody who learns of the end, or gets the slot, can go on.
    fail(group)
    await tell(.willFinish)
    await drain()
  }

  /// Finishes the operation, and lets go of everything that it holds.
  nonisolated(nonsending) private func finish() async -> Task<Void, Never>? {
    // What users own is released when this returns, and not under the lock: its end may call back.
    let (start, task, isUndisturbed, requirements) = state.withLock { state in
      let isLast = state.machine.finish()
      precondition(isLast, "an operation finished twice")
      return (
        state.start, state.task.take(), state.machine.isUndisturbed, state.requirements.take()
      )
    }
    withExtendedLifetime(requirements) {
      // Foundation reads `isFinished` at once and takes the same lock: never notify under it.
      didChangeValue(forKey: "isFinished")
    }
    await tell(.finished(after: start.map { ContinuousClock.now - $0 } ?? .zero))
    let (waiters, observers) = state.withLock { state in
      state.isOver = true
      return (state.whenOver.take(), state.observers.take())
    }
    for waiter in waiters { waiter() }
    for dependency in dependencies { removeDependency(dependency) }
    return withExtendedLifetime(observers) { isUndisturbed ? task : nil }
  }
}
