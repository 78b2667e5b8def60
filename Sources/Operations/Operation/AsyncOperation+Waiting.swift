import Foundation

extension AsyncOperation {
  /// Waits for the end, without blocking a thread. Does not start the operation.
  ///
  /// The wait itself cannot be cancelled: cancel the operation.
  public func outcome() async -> Outcome<Output> {
    // A body that waits for a child of a group does not work meanwhile.
    let place = state.withLock({ $0.isChild }) ? TaskOperation.current?.place() : nil
    place?.beginWait()
    let outcome = await end()
    place?.endWait()
    await place?.arrive()
    return outcome
  }

  /// Waits for the end, as the work that the caller does.
  nonisolated(nonsending) func end() async -> Outcome<Output> {
    await over()
    return settledOutcome ?? .cancelled
  }

  /// Waits for the end and gives the value; throws the failure, or `CancellationError`.
  public func value() async throws -> Output { try await outcome().get() }

  /// Starts the operation where it is (no queue), and gives its value.
  ///
  /// Dependencies are not waited for. A cancellation of the caller cancels the operation, and where
  /// it came before, the body never runs. It must not be in a queue as well.
  public func run() async throws -> Output {
    try await withTaskCancellationHandler {
      start()
      return try await end().get()
    } onCancel: {
      cancel()
    }
  }
}
