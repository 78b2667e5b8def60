import Foundation
import Synchronization

/// Dependencies of any operation, as groups handle them.
extension Operation {
  /// Whether it must wait for a dependency. A cancelled operation need not.
  var isBlocked: Bool {
    if let task = self as? TaskOperation, !task.hadDependencies.load(ordering: .acquiring) {
      return false
    }
    return !isCancelled && !dependencies.allSatisfy { $0.isFinished || $0 is Turn }
  }

  /// The ending of a plain operation that has finished.
  var plainEnding: OperationEnding { isCancelled ? .cancelled : .succeeded }

  /// Waits for all dependencies, including those added meanwhile.
  /// - Throws: `CancellationError` if the task is cancelled before.
  func dependenciesFinished() async throws {
    while isBlocked {
      for dependency in dependencies where !dependency.isFinished && !(dependency is Turn) {
        let door = Door()
        if let dependency = dependency as? TaskOperation {
          dependency.whenOver { door.open() }
        } else {
          dependency.whenPlainFinished { door.open() }
        }
        try await door.pass()
      }
    }
  }

  /// Calls `body`, once or twice, when the operation has finished.
  ///
  /// Foundation notifies only dependents of an operation's end, and on Linux a dependent that is enqueued
  /// while its dependency ends may stay ready and never run: such an end is detected here.
  func whenPlainFinished(_ body: @escaping @Sendable () -> Void) {
    let dependent = BlockOperation(block: body)
    dependent.addDependency(self)
    PlainQueues.next().addOperation(dependent)
    guard isFinished else { return }
    body()
    // Its queue may have missed the end, and checks again when it is cancelled; by then no operation that
    // still has to end may refer to it.
    dependent.removeDependency(self)
    dependent.cancel()
  }
}
