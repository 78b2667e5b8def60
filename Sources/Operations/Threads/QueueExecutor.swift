import Foundation

/// Lets tasks, operations and observers run in an `OperationQueue`: its blocks are the tasks' steps.
///
/// For callbacks that belong to a queue, such as `OperationQueue.main`. Work that blocks belongs on
/// a `ThreadPool`.
public final class QueueExecutor: TaskExecutor {
  private let queue: OperationQueue

  /// An executor that runs in `queue`, and waits while that is suspended.
  public init(_ queue: OperationQueue) {
    self.queue = queue
  }

  /// Takes a job of a task that prefers this executor. Called by the runtime.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
