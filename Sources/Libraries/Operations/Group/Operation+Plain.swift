import Foundation
import Locking
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
      let door = Door()
      whenDependenciesFinished { door.open() }
      try await door.pass()
    }
  }

  /// Calls `body` once when the current dependencies have finished.
  func whenDependenciesFinished(_ body: @escaping @Sendable () -> Void) {
    let dependencies = dependencies.filter { !$0.isFinished && !($0 is Turn) }
    guard !dependencies.isEmpty else { return body() }
    let left = Locked(Set(dependencies.map(ObjectIdentifier.init)))
    for dependency in dependencies {
      let id = ObjectIdentifier(dependency)
      let ended = { @Sendable in
        if left.withLock({ $0.remove(id) != nil && $0.isEmpty }) { body() }
      }
      if let dependency = dependency as? TaskOperation {
        dependency.whenOver(ended)
      } else {
        dependency.whenPlainFinished(ended)
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
    PlainQueues.waiting().addOperation(dependent)
    guard isFinished else { return }
    body()
    // Its queue may have missed the end, and checks again when it is cancelled; by then no operation that
    // still has to end may refer to it.
    dependent.removeDependency(self)
    dependent.cancel()
  }
}
