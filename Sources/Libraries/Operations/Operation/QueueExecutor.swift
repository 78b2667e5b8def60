import Foundation
import Locking

/// Runs tasks, operations and observers in an `OperationQueue`: each step of a task is a block.
///
/// For callbacks that belong to a queue, such as `OperationQueue.main`. Work that blocks belongs on threads of
/// its own. Steps are not cancelled with the queue's operations, because a task must reach its end.
///
/// An operation that the queue itself runs, and all inside it, uses the operation's slot: its steps and its
/// observers run one after the other while it holds the slot, on the main thread for the main queue. Several executors of
/// one queue are one in this.
public final class QueueExecutor: TaskExecutor {
  let queue: OperationQueue
  /// For the operations that hold a slot of the queue.
  let inSlot: SlotExecutor

  /// An executor that runs in `queue`, and waits while the queue is suspended.
  public init(_ queue: OperationQueue) {
    self.queue = queue
    inSlot = SlotExecutor.shared(by: queue)
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
  private struct Entry {
    weak var executor: SlotExecutor?
  }

  /// The executors that are in use, by their queues.
  private static let inUse = Locked<[ObjectIdentifier: Entry]>([:])

  /// Retained, so that no other queue has its address.
  private let owner: OperationQueue
  private let queue: DispatchQueue

  private init(_ owner: OperationQueue) {
    self.owner = owner
    queue =
      owner.underlyingQueue
      ?? (owner === OperationQueue.main ? .main : DispatchQueue(label: "QueueExecutor"))
  }

  deinit {
    let key = ObjectIdentifier(owner)
    Self.inUse.withLock { inUse in
      // A new one may have taken its place.
      if inUse[key]?.executor == nil { inUse[key] = nil }
    }
  }

  /// The one executor of `queue`.
  static func shared(by queue: OperationQueue) -> SlotExecutor {
    let new = SlotExecutor(queue)
    // One that is not used is released outside the lock.
    return inUse.withLock { inUse in
      if let executor = inUse[ObjectIdentifier(queue)]?.executor { return executor }
      inUse[ObjectIdentifier(queue)] = Entry(executor: new)
      return new
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

extension TaskExecutor {
  /// The executor for operations that may hold a slot of a queue.
  func inside(_ home: QueueSlot?) -> any TaskExecutor {
    guard let home, let executor = self as? QueueExecutor, home.isHeld(of: executor.queue) else {
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
