import Foundation
import Locking

/// The walk from the start to the end, in the operation's task.
extension AsyncOperation: ConductedOperation {
  var ending: OperationEnding {
    switch settledOutcome {
    case .value: .succeeded
    case .failure(let error): .failed(error)
    case .cancelled, nil: .cancelled
    }
  }

  func execute(_ action: OperationStateMachine<Output>.StartAction) async {
    if action == .runBody {
      emit(.started)
      let result = await Outcome { try await conditionedBody() }
      state.withLock { $0.machine.bodyEnded(result) }
    }
    await tell(.willFinish)
    await drain()
    let start = state.withLock { state in
      let isLast = state.machine.finish()
      precondition(isLast, "an operation finished twice")
      state.body = nil
      state.task = nil
      return state.start
    }
    // Foundation reads `isFinished` at once and takes the same lock: never notify under it.
    didChangeValue(forKey: "isFinished")
    await tell(.finished(after: start.map { ContinuousClock.now - $0 } ?? .zero))
    let waiters = state.withLock { state in
      state.isOver = true
      state.observers = []
      return state.whenFinished.take()
    }
    for waiter in waiters { waiter() }
    for dependency in dependencies { removeDependency(dependency) }
  }

  /// Tells the observers, and waits until they have returned.
  private func tell(_ event: @autoclosure () -> OperationEvent) async {
    let lines = state.withLock { $0.observers }
    guard !lines.isEmpty else { return }
    let event = event()
    for line in lines { await line.deliver(event) }
  }
}
