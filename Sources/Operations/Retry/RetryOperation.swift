import Locking

/// Makes an operation, and another when it fails, as a policy says; gives the first value.
///
/// A fresh operation for each attempt. While it waits for the next it holds no slot of the group that
/// runs it. (A plain `OperationQueue` counts it as running.) Fails as `RetryPolicy.run(_:)` does.
///
/// `@unchecked Sendable` restates `Operation`'s: own state is constant or in a `Locked`.
public final class RetryOperation<Output: Sendable>: AsyncOperation<Output>, @unchecked Sendable {
  private let policy: RetryPolicy
  private let makeOperation: @Sendable (Int) -> AsyncOperation<Output>
  /// Where the slot is from in which this runs.
  private let lender = Locked<Slots?>(nil)

  /// Attempts by `policy`; `makeOperation` gets the attempt's number, from 1.
  public init(
    _ policy: RetryPolicy, _ makeOperation: @escaping @Sendable (Int) -> AsyncOperation<Output>
  ) {
    self.policy = policy
    self.makeOperation = makeOperation
    super.init()
  }

  public override func perform() async throws -> Output {
    let lender = lender.withLock { $0 }
    return try await policy.run { notice, pause in
      emit(.retrying(notice))
      guard let lender else { return try await pause() }
      try await lender.giveUp(during: pause)
    } _: { attempt in
      let operation = makeOperation(attempt)
      emit(.produced(operation))
      return try await operation.run()
    }
  }

  nonisolated(nonsending) override func executeHere(
    holding slots: Slots?, failing group: TaskOperation?
  ) async -> Task<Void, Never>? {
    lender.withLock { $0 = slots }
    return await super.executeHere(holding: slots, failing: group)
  }
}
