/// An outcome without its value.
enum OperationEnding: Sendable {
  case succeeded
  case failed(any Error)
  case cancelled

  /// What an error that a body throws makes of its operation.
  init(_ error: any Error) {
    self = error is CancellationError ? .cancelled : .failed(error)
  }
}
