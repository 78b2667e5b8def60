import Foundation
import Locking
import Synchronization

extension TaskOperation {
  /// Makes `task` the one that `cancel()` cancels. Its first step waits for that in `adopted()`.
  func adopt(_ task: Task<Void, Never>) {
    let (isDisturbed, waiters, former, raised) = state.withLock { state in
      let former = state.task
      if state.machine.phase < .finished { state.task = task }
      return (
        state.machine.isDisturbed, state.extras?.whenAdopted.take() ?? [], former,
        state.extras?.raised
      )
    }
    withExtendedLifetime(former) {
      if let raised { task.raise(to: raised) }
      if isDisturbed { task.cancel() }
      for waiter in waiters { waiter.resume() }
    }
  }

  /// Waits, as the first step of a task, until `cancel()` reaches it.
  nonisolated(nonsending) func adopted() async {
    if state.withLock({ $0.task != nil || $0.machine.phase == .finished }) { return }
    await withUnsafeContinuation { continuation in
      let isAdopted = state.withLock { state in
        let isAdopted = state.task != nil || state.machine.phase == .finished
        if !isAdopted { state.extend().whenAdopted.append(continuation) }
        return isAdopted
      }
      if isAdopted { continuation.resume() }
    }
  }

  /// The first action in the task of a started operation.
  nonisolated(nonsending) func opening() async -> Opening {
    await adopted()
    return state.withLock { $0.opening() }
  }

  /// Runs the operation in the caller's task, and waits for its end, even if another started it. A failure fails
  /// `group`.
  nonisolated(nonsending) func execute(
    in task: Task<Void, Never>?, inside surroundings: Surroundings?, failing group: TaskOperation?
  ) async -> Run {
    let (opening, raised) = announcingStart {
      state.withLock { ($0.open(in: task, inside: surroundings), $0.extras?.raised) }
    }
    if let raised { task?.raise(to: raised) }
    guard let opening else {
      await over()
      fail(group)
      return Run(ending: ending ?? .cancelled, isTaskFree: true)
    }
    if let home = surroundings?.home { relayObservers(inside: home) }
    guard let executor = executor?.inside(surroundings?.home) else {
      return await live(opening, failing: group)
    }
    return await withTaskExecutorPreference(executor) { await live(opening, failing: group) }
  }

  /// On Linux no queue asks an operation of a group whether it executes.
  private func announcingStart<Result>(_ change: () -> Result) -> Result {
    #if canImport(Darwin)
      changing("isExecuting", change)
    #else
      change()
    #endif
  }

  /// The operation's life from the start to the end, in its task. A failure fails `group`.
  nonisolated(nonsending) func live(_ opening: Opening, failing group: TaskOperation?) async -> Run
  {
    switch opening {
    case .body(nil):
      emit(.started)
      if let remains = await work(finishing: finishesAtOnce, failing: group) {
        return leave(remains)
      }
      await conclude(failing: group)
    case .body(let requirements?):
      emit(.started)
      await work(within: requirements, failing: group)
    case .end:
      // Released here, outside the lock, and before anybody who waits for the end continues.
      _ = state.withLock { $0.extras?.requirements.take() }
      await conclude(failing: group)
    }
    return await finish()
  }

  /// On Darwin observers of key values must be notified before the end.
  private var finishesAtOnce: Bool {
    #if canImport(Darwin)
      false
    #else
      !hasChildren
    #endif
  }

  /// Ends without a task, if it was cancelled or settled before it began, and has no observers; otherwise false,
  /// without an effect.
  func finishUnbegun(failing group: TaskOperation?) -> Bool {
    guard !hasChildren else { return false }
    let remains = state.withLock { state -> Remains? in
      guard state.machine.phase == .pending, state.machine.isDisturbed, state.observers.isEmpty,
        state.extras?.requirements == nil
      else { return nil }
      if group != nil, case .failed = state.machine.ending { return nil }
      _ = state.start(inside: nil)
      return state.finish()
    }
    guard let remains else { return false }
    _ = leave(remains)
    return true
  }

  /// Fails the operation's group if the operation failed.
  func fail(_ group: TaskOperation?) {
    guard let group, let ending, case .failed = ending else { return }
    _ = group.end(as: ending)
  }

  /// Waits for the end.
  nonisolated(nonsending) func over() async {
    await withUnsafeContinuation { continuation in
      whenOver { continuation.resume() }
    }
  }

  /// Waits for the end, or for the cancellation of the caller's task.
  nonisolated(nonsending) func overOrCancelled() async throws(CancellationError) {
    let wait = CancellableWait()
    whenOver { wait.end() }
    try await wait.value()
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
    within requirements: OperationRequirements, failing group: TaskOperation?
  ) async {
    do {
      try await requirements.within(self) {
        _ = await work(finishing: false, failing: group)
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
    state.withLock { $0.isToldEnd = true }
    await tell(.willFinish)
    releaseWork()
    if hasChildren { await drain() }
  }

  /// Finishes the operation, and notifies the observers.
  nonisolated(nonsending) private func finish() async -> Run {
    // Foundation reads `isFinished` at once and takes the same lock: never notify under it.
    let remains = changing("isFinished") { state.withLock { $0.finish() } }
    guard !remains.isOver else {
      release(remains.extras, remains.surroundings)
      return remains.run
    }
    await tell(.finished(after: remains.duration))
    let (extras, surroundings) = state.withLock { $0.close() }
    release(extras, surroundings)
    return remains.run
  }

  /// Reports the end of an operation without observers.
  private func leave(_ remains: Remains) -> Run {
    releaseWork()
    changing("isFinished") {}
    release(remains.extras, remains.surroundings)
    return remains.run
  }

  /// Releases the dependencies, and resumes the tasks that wait for the end. Objects of the user are released
  /// when this returns, outside the lock: their deinitializers may call back.
  private func release(_ extras: OperationExtras?, _ surroundings: Surroundings?) {
    surroundings?.home?.end(of: self)
    if hadDependencies.load(ordering: .acquiring) { dropDependencies() }
    for waiter in extras?.whenOver ?? [] { waiter() }
  }
}
