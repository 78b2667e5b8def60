import Foundation

extension AsyncOperation {
  /// Waits for the end, without blocking a thread. Does not start the operation.
  ///
  /// If it waits for a slot of the group whose slot the caller has, it runs in the caller's slot, like a child that the
  /// caller runs. The wait itself cannot be cancelled: cancel the operation.
  public var outcome: Outcome<Output> {
    get async {
      let claimed = claim()
      raise(to: Task.currentPriority)
      await over()
      if claimed { try? await Slot.current?.regain() }
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

  /// Lets the operation run in the caller's slot, if it waits for one of that group. Returns whether it does.
  func claim() -> Bool { state.withLock { $0.waiting }?.claim() ?? false }

  /// Runs the operation, as work of `outer`: on that one's executor if it has none.
  func run(inside outer: TaskOperation?) async throws -> Output {
    try await withTaskCancellationHandler {
      begin(inside: .ifAny(executor: outer?.childExecutor, home: QueueSlot.current))
      raise(to: Task.currentPriority)
      await over()
      return try result()
    } onCancel: {
      cancel()
    }
  }
}
