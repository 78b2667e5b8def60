/// A fixed number of threads for work that blocks: decoding, `fsync`, databases.
///
/// Its work blocks neither Swift's cooperative threads nor an `OperationQueue`. Use it as a task executor
/// (`withTaskExecutorPreference(pool) { … }`), as the executor of an `AsyncOperation`, or for one closure
/// with `run(_:)`. Work begins in the order of submission. A pool that is released without a shutdown ends
/// its threads when the queued work is done.
public final class ThreadPool: TaskExecutor {
  private let crew: ThreadCrew
  let width: Int

  /// Starts `width` threads (at least 1), named after `name`, with `niceness` (0: the process's priority; 19:
  /// the lowest). Lowering the niceness needs a privilege, and has no effect without it.
  public init(name: String, width: Int, niceness: Int = 0) {
    self.width = max(1, width)
    crew = ThreadCrew(name: name, width: width, niceness: niceness)
  }

  deinit { crew.close() }

  /// Accepts a job of a task that prefers this pool. Called by the runtime.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // Retains the pool while the job waits and runs.
    crew.submit { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Runs `body`, which may block, on one of the threads, and returns its result or throws its error.
  ///
  /// It is not cancelled with the task: queued work always runs.
  public func run<Result: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let result = await withCheckedContinuation { continuation in
      crew.submit { continuation.resume(returning: Swift.Result(catching: body)) }
    }
    return try result.get()
  }

  /// Finishes the queued work, then ends the threads.
  ///
  /// Call it from outside the pool. Later work gets one thread that is started for it, so that no task is
  /// lost.
  public func shutdown() async { await crew.end() }
}
