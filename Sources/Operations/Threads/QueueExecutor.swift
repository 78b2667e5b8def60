import Foundation

/// Runs tasks, operations and observers in an `OperationQueue`: each step of a task is a block.
///
/// For callbacks that belong to a queue, such as `OperationQueue.main`. Work that blocks belongs on
/// a `ThreadPool`.
public final class QueueExecutor: TaskExecutor {
  private let queue: OperationQueue

  /// An executor that runs in `queue`, and waits while the queue is suspended.
  public init(_ queue: OperationQueue) {
    self.queue = queue
  }

  /// Accepts a job of a task that prefers this executor. Called by the runtime.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
