import Foundation
import Locking
import Synchronization

extension TaskOperation {
  /// The walk from the start to the end, in the operation's task. A failure fails `group`.
  @discardableResult
  nonisolated(nonsending) func execute(
    _ opening: Opening, isSeated: Bool = false, failing group: TaskOperation?
  ) async -> Run {
    switch opening {
    case .body(nil):
      return await executeBody(isSeated: isSeated, failing: group)
    case .body(let requirements?):
      emit(.started)
      await work(within: requirements, isSeated: isSeated, failing: group)
    case .end, .ignore:
      if !hasChildren, let remains = state.withLock({ $0.finishUnobserved(failing: group) }) {
        return leave(remains)
      }
      await conclude(failing: group)
    }
    return await finish()
  }

  /// The body, which asks for nothing first, and all that it leaves.
  nonisolated(nonsending) func executeBody(
    isSeated: Bool, failing group: TaskOperation?
  ) async -> Run {
    emit(.started)
    if let remains = await work(isSeated: isSeated, finishing: !hasChildren, failing: group) {
      return leave(remains)
    }
    await conclude(failing: group)
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
      if !state.isOver { state.extend().whenOver.append(body) }
      return state.isOver
    }
    if isOver { body() }
  }

  /// The body, and all that it leaves, within everything that was asked for.
  nonisolated(nonsending) private func work(
    within requirements: OperationRequirements, isSeated: Bool, failing group: TaskOperation?
  ) async {
    do {
      try await requirements.within(self) {
        _ = await work(isSeated: isSeated, finishing: false, failing: group)
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
    releaseWork()
    if hasChildren { await drain() }
  }

  /// Finishes the operation, and tells the observers.
  nonisolated(nonsending) private func finish() async -> Run {
    let remains = state.withLock { $0.finish() }
    guard !remains.isOver else { return leave(remains) }
    // Foundation reads `isFinished` at once and takes the same lock: never notify under it.
    didChangeValue(forKey: "isFinished")
    await tell(.finished(after: remains.duration))
    let extras = state.withLock { $0.close() }
    release(extras)
    return remains.run
  }

  /// Tells of the end, where there are no observers.
  func leave(_ remains: Remains) -> Run {
    releaseWork()
    didChangeValue(forKey: "isFinished")
    release(remains.extras)
    return remains.run
  }

  /// Lets who waits for the end go on. What users own is released when this returns, and not under the
  /// lock: its end may call back.
  private func release(_ extras: OperationExtras?) {
    for waiter in extras?.whenOver ?? [] { waiter() }
    guard hadDependencies.load(ordering: .acquiring) else { return }
    for dependency in dependencies { removeDependency(dependency) }
  }
}
