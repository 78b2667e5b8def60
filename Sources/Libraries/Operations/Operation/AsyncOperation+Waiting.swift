import Foundation

extension AsyncOperation {
  /// Waits for the end, without blocking a thread. Does not start the operation.
  ///
  /// The wait itself cannot be cancelled: cancel the operation.
  public var outcome: Outcome<Output> {
    get async {
      // A body that waits for a child of a group does not use its slot meanwhile.
      let place = state.withLock({ $0.isChild }) ? Berth.current?.place() : nil
      place?.beginWait()
      await over()
      place?.endWait()
      await place?.arrive()
      return settledOutcome ?? .cancelled
    }
  }

  /// Waits for the end and returns the value.
  /// - Throws: The failure, or `CancellationError`.
  public var value: Output {
    get async throws { try await outcome.get() }
  }

  /// For `perform()` of a subclass that a delegate's callbacks settle: waits until `settle(_:)` decides the
  /// outcome, or the operation is cancelled, and returns the value or throws.
  ///
  /// Work of `perform()` after this call, for example in a `defer`, is done before the operation finishes:
  /// ```swift
  /// final class Locate: AsyncOperation<Place>, LocatorDelegate, @unchecked Sendable {
  ///   override func perform() async throws -> Place {
  ///     let locator = Locator(delegate: self)
  ///     locator.start()
  ///     defer { locator.stop() }
  ///     return try await waitUntilSettled()
  ///   }
  ///
  ///   func locator(_ locator: Locator, didFind place: Place) { settle(.value(place)) }
  ///   func locator(_ locator: Locator, didFail error: any Error) { settle(.failure(error)) }
  /// }
  /// ```
  public func waitUntilSettled() async throws -> Output {
    // Both cancel the task of the body.
    try? await Door().pass()
    return try result()
  }

  /// Starts the operation without a queue, and returns its value.
  ///
  /// Does not wait for dependencies. Cancelling the caller's task cancels the operation; if it was cancelled
  /// before, the body never runs. The operation must not be in a queue as well.
  public func run() async throws -> Output { try await run(inside: nil) }

  /// Runs the operation, as work of `outer`: on that one's executor if it has none.
  func run(inside outer: TaskOperation?) async throws -> Output {
    try await withTaskCancellationHandler {
      if let home = outer?.home { enter(home) }
      start(on: outer?.childExecutor, inside: Exclusion.held)
      await over()
      return try result()
    } onCancel: {
      cancel()
    }
  }
}
