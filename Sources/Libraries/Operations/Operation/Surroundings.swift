import Foundation
import Synchronization

/// What an operation runs inside: the executor of the operation around it, and the operation that a queue may run.
final class Surroundings: Sendable {
  /// For operations without an executor.
  let executor: (any TaskExecutor)?
  let home: QueueSlot?

  init(executor: (any TaskExecutor)?, home: QueueSlot?) {
    (self.executor, self.home) = (executor, home)
  }

  /// Nil if there is neither.
  static func ifAny(executor: (any TaskExecutor)?, home: QueueSlot?) -> Surroundings? {
    executor == nil && home == nil ? nil : Surroundings(executor: executor, home: home)
  }
}

/// The slot of an `OperationQueue` that an operation may have, with all that runs inside it, until its end.
///
/// Whether a queue runs the operation is looked up when a ``QueueExecutor`` of that queue is met, because Foundation lists
/// all operations of the queue then. Tasks inherit it, and may outlive the operation: it retains neither.
final class QueueSlot: Sendable {
  /// The slot in which the task may work.
  @TaskLocal static var current: QueueSlot?

  private let operation: ObjectIdentifier
  private let isOver = Atomic(false)
  /// The addresses of the queue that runs the operation, and of the last that does not.
  private let holder = Atomic<UInt>(0)
  private let other = Atomic<UInt>(0)

  init(for operation: Operation) { self.operation = ObjectIdentifier(operation) }

  /// Whether `queue` runs the operation, which has not ended.
  func isHeld(of queue: OperationQueue) -> Bool {
    let address = UInt(bitPattern: ObjectIdentifier(queue))
    guard !isOver.load(ordering: .acquiring), other.load(ordering: .acquiring) != address else {
      return false
    }
    if holder.load(ordering: .acquiring) == address { return true }
    let isHeld = queue.operations.contains { ObjectIdentifier($0) == operation }
    if isHeld {
      holder.store(address, ordering: .releasing)
    } else {
      other.store(address, ordering: .releasing)
    }
    return isHeld
  }

  /// An operation inside has ended; if it is the one of the queue, nothing is inside any more.
  func end(of operation: Operation) {
    if ObjectIdentifier(operation) == self.operation { isOver.store(true, ordering: .releasing) }
  }
}
