import Foundation
import Locking
import Synchronization

extension TaskOperation {
  /// Starts the operation in the caller's task, which holds the slot of `seat`, and waits for its end, even
  /// if it was started before. A failure fails `group`. The operation's task is `task`, the caller's, if it
  /// has none and a body runs.
  @discardableResult
  nonisolated(nonsending) func executeHere(
    at seat: Seat?, in task: Task<Void, Never>? = nil, failing group: TaskOperation?
  ) async -> Run {
    let berth = seat.map(Berth.init)
    let opening = open(at: berth, in: task)
    guard let opening else {
      await over()
      fail(group)
      return Run(ending: ending ?? .cancelled)
    }
    guard let executor = (executor ?? seat?.executor)?.inside(home) else {
      return await execute(opening, at: berth, failing: group)
    }
    return await withTaskExecutorPreference(executor) {
      await execute(opening, at: berth, failing: group)
    }
  }

  /// Starts in the caller's task, which holds the slot of `berth`, and returns the first action; nil if it had been
  /// started before.
  func open(at berth: Berth?, in task: Task<Void, Never>?) -> Opening? {
    state.withLock { state in
      guard state.open(at: berth) else { return nil }
      let opening = state.enter()
      // No caller waits for it: a waiting caller would have opened it.
      if case .body = opening, state.task == nil { state.task = task }
      return opening
    }
  }

  /// Like `open(at:in:)`, if the body has no requirements; otherwise without an effect.
  func openNow(at berth: Berth, in task: Task<Void, Never>?) -> Bool {
    state.withLock { state in
      guard state.machine.phase == .pending, !state.machine.isDisturbed,
        state.extras?.requirements == nil
      else { return false }
      _ = state.open(at: berth)
      if state.task == nil { state.task = task }
      return true
    }
  }

  /// Makes `task` the one that `cancel()` cancels, if there is none yet, or if it is the operation's own.
  func adopt(_ task: Task<Void, Never>, isOwn: Bool = false) {
    let (isDisturbed, waiters, former) = state.withLock { state in
      let former = state.task
      if state.machine.phase < .finished, isOwn || former == nil { state.task = task }
      return (state.machine.isDisturbed, state.extras?.whenAdopted.take() ?? [], former)
    }
    withExtendedLifetime(former) {
      if isDisturbed { task.cancel() }
      for waiter in waiters { waiter.resume() }
    }
  }

  /// The first step of a task that works for the operation: waits until `cancel()` reaches it.
  nonisolated(nonsending) func adopted() async {
    if !state.withLock({ $0.isAdopted }) {
      await withUnsafeContinuation { continuation in
        let isAdopted = state.withLock { state in
          if !state.isAdopted { state.extend().whenAdopted.append(continuation) }
          return state.isAdopted
        }
        if isAdopted { continuation.resume() }
      }
    }
    // The task may not have been adopted before the cancellation.
    if isDisturbed { withUnsafeCurrentTask { $0?.cancel() } }
  }

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
