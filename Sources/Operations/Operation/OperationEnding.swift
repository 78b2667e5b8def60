/// An outcome without its value.
enum OperationEnding: Sendable {
  case succeeded
  case failed(any Error)
  case cancelled

  /// The ending of an operation whose body throws `error`.
  init(_ error: any Error) {
    self = error is CancellationError ? .cancelled : .failed(error)
  }
}
