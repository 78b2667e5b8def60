import Locking

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
    crew.submit { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Runs `body`, which may block, on one of the threads, and returns its result or throws its error.
  ///
  /// It is not cancelled with the task: queued work always runs.
  public func run<Result: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await crew.run(body)
  }

  /// Runs `body`, which may block, on one of the threads, and does not wait for it.
  package func submit(_ body: @escaping @Sendable () -> Void) { crew.submit(body) }

  /// Finishes the queued work, then ends the threads.
  ///
  /// Call it from outside the pool. Later work gets one thread that is started for it, so that no task is
  /// lost.
  public func shutdown() async { await crew.end() }
}

extension ThreadPool {
  /// Passes the result of `transform` for each item to `body`, in the order of `items`, each as soon as it
  /// and those before it are available. `transform` runs on the threads and may block.
  ///
  /// If the task is cancelled, no further item is begun; the results of begun items are passed on.
  /// - Parameter width: Items at once, at least; some may wait for others than the threads.
  /// - Throws: The first error of `body`, after which it is not called again.
  package func forEachOrdered<Item: Sendable, Result: Sendable, Failure: Error>(
    of items: [Item], width: Int? = nil, _ transform: @escaping @Sendable (Item) async -> Result,
    _ body: (Result) async throws(Failure) -> Void
  ) async throws(Failure) {
    // Twice as many as there are threads, so that no thread waits for `body`.
    let width = max(width ?? 0, 2 * self.width)
    var failure: Failure?
    await withTaskGroup(of: (Int, Result?).self) { group in
      var results: [Int: Result] = [:]
      var next = 0
      func pass(_ result: Result) async {
        guard failure == nil else { return }
        do throws(Failure) { try await body(result) } catch { failure = error }
      }
      func take(_ index: Int, _ result: Result?) async {
        results[index] = result
        while let result = results.removeValue(forKey: next) {
          await pass(result)
          next += 1
        }
      }
      for (index, item) in items.enumerated() {
        if index >= width, let (ended, result) = await group.next() {
          await take(ended, result)
        }
        if Task.isCancelled || failure != nil { break }
        group.addTask(executorPreference: self) {
          (index, Task.isCancelled ? nil : await transform(item))
        }
      }
      for await (ended, result) in group { await take(ended, result) }
      // Results after a skipped item, if one thread saw the cancellation before another.
      for (_, result) in results.sorted(by: { $0.key < $1.key }) { await pass(result) }
    }
    if let failure { throw failure }
  }
}

extension ThreadPool {
  /// Applies `transform` to each item, as many at once as there are threads. Results are in the order of
  /// `items`.
  package func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ transform: @escaping @Sendable (Item) -> Result
  ) async -> [Result] {
    // Each thread takes the next item itself: to wake a thread for each costs more than many items do.
    let state = Locked(MapState<Result>(count: items.count))
    await withDiscardingTaskGroup { group in
      for _ in 0..<min(width, items.count) {
        // On a thread of the pool at once: by `run` each task would wake one of Swift's threads before and after.
        group.addTask(executorPreference: self) {
          while let index = state.withLock({ $0.take() }) {
            let result = transform(items[index])
            state.withLock { $0.results[index] = result }
          }
        }
      }
    }
    return state.withLock { $0.results.compactMap(\.self) }
  }
}

/// The next item of a `map`, and the results so far.
private struct MapState<Result> {
  private var next = 0
  var results: [Result?]

  init(count: Int) { results = Array(repeating: nil, count: count) }

  mutating func take() -> Int? {
    guard next < results.count else { return nil }
    defer { next += 1 }
    return next
  }
}
