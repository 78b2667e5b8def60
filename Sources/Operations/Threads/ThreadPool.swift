/// A fixed number of own threads for work that blocks: decoding, `fsync`, databases.
///
/// Work on it keeps neither Swift's cooperative threads nor an `OperationQueue` waiting. Use it as
/// a task executor (`withTaskExecutorPreference(pool) { … }`), as the executor of an
/// `AsyncOperation`, or for one closure with `run(_:)`. Work begins in the order in which it came.
/// A pool that is released without a shutdown ends its threads when what was queued is done.
public final class ThreadPool: TaskExecutor {
  private let crew: ThreadCrew
  let width: Int

  /// Starts `width` threads (at least 1), named after `name`, with `niceness` (0 as the process,
  /// 19 the most yielding; lowering it needs a privilege, without which it stays).
  public init(name: String, width: Int, niceness: Int = 0) {
    self.width = max(1, width)
    crew = ThreadCrew(name: name, width: width, niceness: niceness)
  }

  deinit { crew.close() }

  /// Takes a job of a task that prefers this pool. Called by the runtime.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // Holds the pool while the job waits and runs.
    crew.submit { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Runs `body`, which may block, on one of the threads, and gives what it returns or throws.
  ///
  /// It is not cancelled with the task: what was queued is run.
  public func run<Result: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let result = await withCheckedContinuation { continuation in
      crew.submit { continuation.resume(returning: Swift.Result(catching: body)) }
    }
    return try result.get()
  }

  /// Finishes what is queued, then ends the threads.
  ///
  /// Call it from outside the pool. What comes later gets one thread that is started for it, so that
  /// no task is left behind.
  public func shutdown() async { await crew.end() }
}
