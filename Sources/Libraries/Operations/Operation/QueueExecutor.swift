import Foundation

/// Runs tasks, operations and observers in an `OperationQueue`: each step of a task is a block.
///
/// For callbacks that belong to a queue, such as `OperationQueue.main`. Work that blocks belongs on threads of
/// its own. Steps are not cancelled with the queue's operations, because a task must reach its end.
///
/// An operation that the queue itself runs, and all inside it, uses the operation's slot: its steps and its
/// observers run one after the other while it holds the slot, on the main thread for the main queue.
public final class QueueExecutor: TaskExecutor {
  let queue: OperationQueue
  /// For the operations that hold a slot of the queue.
  let inSlot: SlotExecutor

  /// An executor that runs in `queue`, and waits while the queue is suspended.
  public init(_ queue: OperationQueue) {
    self.queue = queue
    inSlot = SlotExecutor(
      queue.underlyingQueue
        ?? (queue === OperationQueue.main ? .main : DispatchQueue(label: "QueueExecutor")))
  }

  /// Accepts a job of a task that prefers this executor. Called by the runtime.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation(Step { job.runSynchronously(on: self.asUnownedTaskExecutor()) })
  }
}

/// Runs the steps of an operation that holds a slot of an `OperationQueue`, which would never start them: they
/// would wait for the operation's end.
final class SlotExecutor: TaskExecutor {
  private let queue: DispatchQueue

  init(_ queue: DispatchQueue) { self.queue = queue }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

extension TaskExecutor {
  /// The executor for operations that hold a slot of `home`.
  func inside(_ home: OperationQueue?) -> any TaskExecutor {
    guard let home, let executor = self as? QueueExecutor, executor.queue === home else {
      return self
    }
    return executor.inSlot
  }
}

/// One step of a task. `cancelAllOperations()` has no effect on it: the task would never resume.
///
/// `@unchecked Sendable` restates `Operation`'s: own state is constant.
private final class Step: Operation, @unchecked Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  override func cancel() {}
  override func main() { body() }
}
