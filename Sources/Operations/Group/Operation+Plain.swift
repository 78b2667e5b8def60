import Foundation

/// How groups deal with operations that are not ours, and with dependencies of any kind.
extension Operation {
  /// Runs a plain operation to its end, in a queue: its own start would run it on this thread.
  func runPlain() async {
    PlainOperations.queue.addOperation(self)
    await finished()
  }

  /// Waits for all dependencies, those added meanwhile too. Throws when the task is cancelled before.
  func dependenciesFinished() async throws {
    repeat {
      for dependency in dependencies where !dependency.isFinished {
        let door = Door()
        if let dependency = dependency as? TaskOperation {
          dependency.whenOver { door.open() }
        } else {
          dependency.whenPlainFinished { door.open() }
        }
        try await door.pass()
      }
    } while !dependencies.allSatisfy { $0.isFinished }
  }

  private func finished() async {
    await withCheckedContinuation { continuation in
      whenPlainFinished { continuation.resume() }
    }
  }

  /// Foundation tells the end of an operation to its dependents only: so `body` becomes one.
  private func whenPlainFinished(_ body: @escaping @Sendable () -> Void) {
    let dependent = BlockOperation(block: body)
    dependent.addDependency(self)
    PlainOperations.queue.addOperation(dependent)
  }
}

/// Where groups run children that are plain operations; the groups' slots bound how many.
private enum PlainOperations {
  static let queue = OperationQueue()
}
