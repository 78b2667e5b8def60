import Foundation
import Locking

/// A child that is a plain operation, in a queue: its own start would run it on the caller's thread.
///
/// It is there from the beginning, behind an operation that is its turn. So it is let go as soon as it is
/// cancelled, which Foundation tells the queue alone.
///
/// Foundation tells the end of an operation to its dependents only, and on Linux one that is enqueued while
/// its dependency ends may be left ready and never run: so the dependent comes first.
final class PlainRun: Sendable {
  private struct State {
    var isFinished = false
    var whenFinished: [@Sendable () -> Void] = []
  }

  private let operation: Operation
  private let turn = Turn()
  /// Held, because Foundation's operations refer to their queue without owning it.
  private let queue = PlainQueues.next()
  private let state = Locked(State())

  init(of operation: Operation) {
    self.operation = operation
    let dependent = BlockOperation { self.end() }
    dependent.addDependency(operation)
    operation.addDependency(turn)
    queue.addOperation(dependent)
    queue.addOperation(operation)
    // A cancellation that meets the enqueuing may be lost to the queue.
    lookAgain()
  }

  /// Has the queue look again whether the operation is ready: on Linux it keeps the answer, and of two
  /// changes at the same time may keep the older one's.
  ///
  /// Only where it is ready, or this would store an old answer over that of a cancellation; one that comes
  /// behind this question has its own answer stored last.
  private func lookAgain() {
    if operation.isReady { operation.didChangeValue(forKey: "isReady") }
  }

  /// Calls `body` once when the operation has finished; at once when it has.
  func whenFinished(_ body: @escaping @Sendable () -> Void) {
    let isFinished = state.withLock { state in
      if !state.isFinished { state.whenFinished.append(body) }
      return state.isFinished
    }
    if isFinished { body() }
  }

  /// Lets the operation run, and waits for its end, also where the task is cancelled.
  func run() async {
    turn.start()
    lookAgain()
    await withCheckedContinuation { continuation in
      whenFinished { continuation.resume() }
    }
    // Foundation's dependencies do not own their dependents: one that was cancelled, and ended before
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

/// What a plain child depends on until its group lets it run.
final class Turn: Operation, @unchecked Sendable {}

/// Where groups run children that are plain operations; the groups' slots bound how many.
///
/// A queue looks at all that waits in it each time that something ends: so none has many.
enum PlainQueues {
  private static let current = Locked((queue: OperationQueue(), uses: 0))

  static func next() -> OperationQueue {
    current.withLock { current in
      if current.uses == 32 { current = (OperationQueue(), 0) }
      current.uses += 1
      return current.queue
    }
  }
}
