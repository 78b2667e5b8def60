/// A dedicated thread on which blocking actors, tasks and closures run one at a time.
///
/// An actor runs on it by using it as its executor:
/// ```swift
/// actor Ledger {
///   private let thread = SerialThread(name: "ledger")
///   nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
///
///   func add(_ line: String) -> Int { line.count }
/// }
/// ```
/// The actor must retain it. Work begins in the order of submission.
public final class SerialThread: SerialExecutor, TaskExecutor {
  private let crew: ThreadCrew

  /// Starts the thread, named `name`, with `niceness` as `ThreadPool`'s.
  public init(name: String, niceness: Int = 0) {
    crew = ThreadCrew(name: name, width: 1, niceness: niceness)
  }

  deinit { crew.close() }

  /// Accepts a job of an actor or task that runs here. Called by the runtime.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // Retained while the job waits and runs.
    crew.submit {
      unsafe job.runSynchronously(
        isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
    }
  }

  /// Runs `body`, which may block, on the thread, and returns its result or throws its error.
  public func run<Result: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await crew.run(body)
  }

  /// Finishes the queued work, then ends the thread. As with `ThreadPool.shutdown()`, later work still runs
  /// one at a time.
  public func shutdown() async { await crew.end() }
}
