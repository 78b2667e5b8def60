import Foundation
import Locking

/// A child that is a plain operation.
///
/// While few wait, it is enqueued from the beginning, behind an operation that represents its turn, so that it
/// ends as soon as it is cancelled, which Foundation reports only to the queue. That takes ten times as long as a
/// small operation: one of many is started when its turn comes, on a thread that it may block.
///
/// Foundation notifies only dependents of an operation's end, and on Linux a dependent that is enqueued while
/// its dependency ends may stay ready and never run: so the dependent is enqueued first.
final class PlainRun: Sendable {
  /// Retains the queue, because Foundation's operations refer to theirs without owning it.
  private struct Enqueued {
    let turn = Turn()
    let queue = PlainQueues.next()
  }

  private struct State {
    var enqueued: Enqueued?
    var isFinished = false
    var whenFinished: [@Sendable () -> Void] = []
  }

  private let operation: Operation
  private let state = Locked(State())

  /// A run of `operation`; if `isWatched`, its cancellation ends it before its turn.
  init(of operation: Operation, isWatched: Bool) {
    self.operation = operation
    if isWatched { enqueue() }
  }

  @discardableResult
  private func enqueue() -> Enqueued {
    let enqueued = Enqueued()
    state.withLock { $0.enqueued = enqueued }
    let dependent = BlockOperation { self.end() }
    dependent.addDependency(operation)
    operation.addDependency(enqueued.turn)
    enqueued.queue.addOperation(dependent)
    enqueued.queue.addOperation(operation)
    // The queue may miss a cancellation during the enqueuing.
    lookAgain()
    return enqueued
  }

  /// Makes the queue check again whether the operation is ready: on Linux it caches the answer, and of two
  /// simultaneous changes may keep the older answer.
  ///
  /// Only if it is ready, because otherwise this would store an old answer over that of a cancellation; the
  /// answer of a later cancellation is stored last.
  private func lookAgain() {
    if operation.isReady { operation.changed("isReady") }
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
    let enqueued = state.withLock { $0.enqueued }
    if enqueued == nil, operation.isReady, !operation.isExecuting {
      await withUnsafeContinuation { continuation in
        DispatchQueue.global().async {
          self.operation.start()
          continuation.resume()
        }
      }
      // Asynchronous operations end later.
      if operation.isFinished { end() } else { operation.whenPlainFinished { self.end() } }
    } else {
      (enqueued ?? enqueue()).turn.start()
      lookAgain()
    }
    if !state.withLock({ $0.isFinished }) {
      await withUnsafeContinuation { continuation in
        whenFinished { continuation.resume() }
      }
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
final class Turn: Operation, @unchecked Sendable {}

/// The queues in which groups run plain operations; the groups' slots limit their number.
///
/// A queue checks all its waiting operations each time that one ends, so no queue has many.
enum PlainQueues {
  private static let current = Locked((queue: OperationQueue(), uses: 0))

  static func next() -> OperationQueue {
    current.withLock { current in
      if current.uses == 8 { current = (OperationQueue(), 0) }
      current.uses += 1
      return current.queue
    }
  }
}
