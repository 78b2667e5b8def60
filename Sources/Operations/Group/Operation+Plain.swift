import Foundation
import Synchronization

/// How groups deal with dependencies of any kind.
extension Operation {
  /// Whether it must wait for a dependency. A cancelled one need not.
  var isBlocked: Bool {
    if let task = self as? TaskOperation, !task.hadDependencies.load(ordering: .acquiring) {
      return false
    }
    return !isCancelled && !dependencies.allSatisfy { $0.isFinished || $0 is Turn }
  }

  /// Waits for all dependencies, those added meanwhile too. Throws when the task is cancelled before.
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
  /// Foundation tells the end of an operation to its dependents only, and on Linux one that is enqueued
  /// while its dependency ends may be left ready and never run: then it is found here to have ended.
  func whenPlainFinished(_ body: @escaping @Sendable () -> Void) {
    let dependent = BlockOperation(block: body)
    dependent.addDependency(self)
    PlainQueues.next().addOperation(dependent)
    guard isFinished else { return }
    body()
    // Its queue may have missed it, and looks at it again when it is cancelled; by then nothing that
    // still ends may refer to it.
    dependent.removeDependency(self)
    dependent.cancel()
  }
}
