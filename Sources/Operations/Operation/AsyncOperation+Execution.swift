import Foundation
import Locking

/// The walk from the start to the end, in the operation's task.
extension AsyncOperation {
  func execute(_ action: OperationStateMachine<Output>.StartAction) async {
    if action == .runBody {
      let result = await Outcome { try await self.perform() }
      state.withLock { $0.machine.bodyEnded(result) }
    }
    finish()
  }

  private func finish() {
    let waiters = state.withLock { state -> [@Sendable () -> Void] in
      guard state.machine.finish() else { return [] }
      state.body = nil
      state.task = nil
      return state.whenFinished.take()
    }
    // Foundation reads `isFinished` at once and takes the same lock: never notify under it.
    didChangeValue(forKey: "isFinished")
    for waiter in waiters { waiter() }
    for dependency in dependencies { removeDependency(dependency) }
  }
}
