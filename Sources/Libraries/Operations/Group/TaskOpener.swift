import Locking

/// Opens the tasks of a group's children with the task-local values of the group's body, whichever thread asks for them.
///
/// Its own task inherits these values when the body begins, and waits as a job until it is needed, which costs less than
/// a task that waits: most bodies that run their children one after the other never need it.
final class TaskOpener: TaskExecutor {
  private struct State {
    var job: UnownedJob?
    var hasBegun = false
  }

  private let state = Locked(State())

  /// Opens the opener's task, which runs `body` once it is needed.
  func open(_ body: @escaping @Sendable () async -> Void) {
    Task(executorPreference: self, operation: body)
  }

  /// The task is needed. Called any number of times.
  func begin() {
    let job = state.withLock { state in
      state.hasBegun = true
      return state.job.take()
    }
    if let job { globalConcurrentExecutor.enqueue(job) }
  }

  /// Keeps the first job, and passes on all that follow. Called by the runtime.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let mustRun = state.withLock { state in
      if !state.hasBegun { state.job = job }
      return state.hasBegun
    }
    if mustRun { globalConcurrentExecutor.enqueue(job) }
  }
}

/// The handle of a task, for the task itself.
final class TaskHandle: Sendable {
  private struct State {
    var task: Task<Void, Never>?
    var waiter: UnsafeContinuation<Task<Void, Never>, Never>?
  }

  private let state = Locked(State())

  /// Opens a task that receives its own handle.
  static func open(
    on executor: (any TaskExecutor)?, _ body: @escaping @Sendable (Task<Void, Never>) async -> Void
  ) {
    let handle = TaskHandle()
    let task = Task.opened(on: executor) { await body(handle.take()) }
    let waiter = handle.state.withLock { state in
      state.task = task
      return state.waiter.take()
    }
    waiter?.resume(returning: task)
  }

  nonisolated(nonsending) private func take() async -> Task<Void, Never> {
    if let task = state.withLock({ $0.task }) { return task }
    return await withUnsafeContinuation { continuation in
      let task = state.withLock { state in
        if state.task == nil { state.waiter = continuation }
        return state.task
      }
      if let task { continuation.resume(returning: task) }
    }
  }
}
