import Foundation
import Locking

/// The run of a child that is a plain operation, in a queue.
///
/// One that waits for a dependency, and the first of many, are enqueued before their turn, behind
/// an operation that represents it, because Foundation reports
/// their cancellation only to the queue. No plain operation is started by hand: Foundation ends the process if it is not ready,
/// which a dependency may change at any moment.
///
/// Foundation notifies only dependents of an operation's end, and on Linux a dependent that is enqueued while
/// its dependency ends may stay ready and never run: so the dependent is enqueued first.
final class PlainRun: Sendable {
  private struct Waiting {
    let turn = Turn()
    /// Retained, because Foundation's operations refer to theirs without owning it.
    let queue = PlainQueues.waiting()
  }

  private struct State {
    var isEnqueued = false
    /// Before its turn.
    var waiting: Waiting?
    var isFinished = false
    var whenFinished: [@Sendable () -> Void] = []
  }

  private let operation: Operation
  private let state = Locked(State())

  init(of operation: Operation) { self.operation = operation }

  /// Enqueues the operation before its turn.
  func enqueue() {
    let waiting = Waiting()
    let isFirst = state.withLock { state in
      let isFirst = !state.isEnqueued
      if isFirst { (state.isEnqueued, state.waiting) = (true, waiting) }
      return isFirst
    }
    guard isFirst else { return }
    operation.addDependency(waiting.turn)
    enqueue(in: waiting.queue)
  }

  private func enqueue(in queue: OperationQueue) {
    // Started by another.
    guard !operation.isExecuting, !operation.isFinished else {
      return operation.whenPlainFinished { self.end() }
    }
    let dependent = BlockOperation { self.end() }
    dependent.addDependency(operation)
    queue.addOperation(dependent)
    queue.addOperation(operation)
    // The queue may miss a cancellation during the enqueuing.
    lookAgain()
  }

  /// Makes the queue check again whether the operation is ready: on Linux it caches the answer, and of two
  /// simultaneous changes may keep the older answer.
  ///
  /// Only if it is ready, because otherwise this would store an old answer over that of a cancellation; the
  /// answer of a later cancellation is stored last.
  private func lookAgain() {
    if operation.isReady { operation.changing("isReady") {} }
  }

  /// Calls `body` once when the operation has finished; at once if it has finished already.
  func whenFinished(_ body: @escaping @Sendable () -> Void) {
    let isFinished = state.withLock { state in
      if !state.isFinished { state.whenFinished.append(body) }
      return state.isFinished
    }
    if isFinished { body() }
  }

  /// Lets the operation run, and waits for its end, even if the task is cancelled.
  func run() async {
    let (isFirst, waiting) = state.withLock { state in
      defer { state.isEnqueued = true }
      return (!state.isEnqueued, state.waiting)
    }
    if isFirst { enqueue(in: PlainQueues.running()) }
    if let waiting {
      waiting.turn.start()
      lookAgain()
    }
    await withUnsafeContinuation { continuation in
      whenFinished { continuation.resume() }
    }
    // Foundation's dependencies do not own their dependents: a dependent that was cancelled, and ended before
    // them, would be called by them after its release.
    for dependency in operation.dependencies { operation.removeDependency(dependency) }
  }

  private func end() {
    let waiters = state.withLock { state in
      state.isFinished = true
      return state.whenFinished.take()
    }
    for waiter in waiters { waiter() }
  }
}

/// The dependency that holds a plain child until its group lets it run.
/// It has no members to guard.
final class Turn: Operation, @unchecked Sendable {}

/// The queues in which groups run plain operations; the groups' slots limit their number.
///
/// A queue checks all its waiting operations each time that one ends, so no queue has many.
enum PlainQueues {
  private static let current = Locked((queue: OperationQueue(), uses: 0))
  private static let shared = (0..<16).map { _ in OperationQueue() }
  private static let turn = Locked(0)

  /// A queue for an operation that may wait for long.
  static func waiting() -> OperationQueue {
    current.withLock { current in
      if current.uses == 8 { current = (OperationQueue(), 0) }
      current.uses += 1
      return current.queue
    }
  }

  /// A queue for an operation that runs now.
  static func running() -> OperationQueue {
    let number = turn.withLock { turn in
      turn = (turn + 1) % shared.count
      return turn
    }
    return shared[number]
  }
}
