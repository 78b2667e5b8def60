import Foundation

/// An `AsyncOperation` of any output, as groups and barriers see it.
protocol ConductedOperation: Operation {
  /// How it ended. Before the end: cancelled.
  var ending: OperationEnding { get }
  /// The priority of the task that runs it, from its quality of service.
  var taskPriority: TaskPriority? { get }

  /// Starts it in the task of the caller, which holds one of `slots`, and waits for its end.
  func executeHere(holding slots: Slots?) async
  /// Makes `task` the one that its `cancel()` cancels.
  func adopt(_ task: Task<Void, Never>)
  /// Calls `body` once after the end.
  func whenFinished(_ body: @escaping @Sendable () -> Void)
  /// Tells its observers.
  func emit(_ event: @autoclosure () -> OperationEvent)
}

/// An outcome without its value.
enum OperationEnding: Sendable {
  case succeeded
  case failed(any Error)
  case cancelled
}
