import Foundation
import Locking
import Synchronization

extension TaskOperation {
  /// The operation's life from the start to the end, in its task. A failure fails `group`.
  @discardableResult
  nonisolated(nonsending) func execute(
    _ opening: Opening, at berth: Berth?, failing group: TaskOperation?
  ) async -> Run {
    switch opening {
    case .body(nil):
      return await executeBody(at: berth, failing: group)
    case .body(let requirements?):
      emit(.started)
      await work(within: requirements, at: berth, failing: group)
    case .end:
      // Released here, outside the lock, and before anybody who waits for the end continues.
      _ = state.withLock { $0.extras?.requirements.take() }
      if !hasChildren, let remains = state.withLock({ $0.finishUnobserved(failing: group) }) {
        return leave(remains)
      }
      await conclude(failing: group)
    }
    return await finish()
  }

  /// The body without requirements, and its remaining work.
  nonisolated(nonsending) func executeBody(
    at berth: Berth?, failing group: TaskOperation?
  ) async -> Run {
    emit(.started)
    if let remains = await work(at: berth, finishing: !hasChildren, failing: group) {
      return leave(remains)
    }
    await conclude(failing: group)
    return await finish()
  }

  /// Fails the operation's group if the operation failed.
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

  /// Calls `body` once after the end, on the thread that finishes the operation; at once if it has ended.
  func whenOver(_ body: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if !state.isOver { state.extend().whenOver.append(body) }
      return state.isOver
    }
    if isOver { body() }
  }

  /// The body and its remaining work, within all requirements.
  nonisolated(nonsending) private func work(
    within requirements: OperationRequirements, at berth: Berth?, failing group: TaskOperation?
  ) async {
    do {
      try await requirements.within(self) {
        _ = await work(at: berth, finishing: false, failing: group)
        await conclude(failing: group)
      }
    } catch {
      _ = state.withLock { $0.machine.bodyEnded(OperationEnding(error)) }
      await conclude(failing: group)
    }
  }

  /// The outcome is decided: notifies the observers, and waits for children and dependencies added meanwhile.
  nonisolated(nonsending) private func conclude(failing group: TaskOperation?) async {
    // Before any task that waits for the end, or receives the slot, can continue.
    fail(group)
    await tell(.willFinish)
    releaseWork()
    if hasChildren { await drain() }
  }

  /// Finishes the operation, and notifies the observers.
  nonisolated(nonsending) private func finish() async -> Run {
    let remains = state.withLock { $0.finish() }
    guard !remains.isOver else { return leave(remains) }
    // Foundation reads `isFinished` at once and takes the same lock: never notify under it.
    changed("isFinished")
    await tell(.finished(after: remains.duration))
    let extras = state.withLock { $0.close() }
    release(extras)
    return remains.run
  }

  /// Reports the end if there are no observers.
  func leave(_ remains: Remains) -> Run {
    releaseWork()
    changed("isFinished")
    release(remains.extras)
    return remains.run
  }

  /// Releases the dependencies, and resumes the tasks that wait for the end. Objects of the user are released
  /// when this returns, outside the lock: their deinitializers may call back.
  private func release(_ extras: OperationExtras?) {
    if hadDependencies.load(ordering: .acquiring) {
      dropDependencies()
    }
    for waiter in extras?.whenOver ?? [] { waiter() }
  }
}
