import Locking

/// Makes an operation, and another when it fails, as a policy says; gives the first value.
///
/// A fresh operation for each attempt. While it waits for the next it lends its slot to others of its
/// group, and the slots of the groups around that wait with it, except where the width is 1 or the policy
/// says otherwise (`keepsSlot`). (A plain `OperationQueue` counts it as running.) Fails as
/// `RetryPolicy.run(_:)` does.
///
/// `@unchecked Sendable` restates `Operation`'s: own state is in a `Locked`.
public final class RetryOperation<Output: Sendable>: AsyncOperation<Output>, @unchecked Sendable {
  private struct Plan {
    let policy: RetryPolicy
    let makeOperation: @Sendable (Int) -> AsyncOperation<Output>
  }

  /// Nil once it runs, so that what it refers to does not live as long as the operation.
  private let plan: Locked<Plan?>

  /// Attempts by `policy`; `makeOperation` gets the attempt's number, from 1.
  public init(
    _ policy: RetryPolicy, _ makeOperation: @escaping @Sendable (Int) -> AsyncOperation<Output>
  ) {
    plan = Locked(Plan(policy: policy, makeOperation: makeOperation))
    super.init()
  }

  public override func perform() async throws -> Output {
    guard let plan = plan.withLock({ $0.take() }) else {
      preconditionFailure("a retry operation performs once")
    }
    return try await plan.policy.run { notice, pause in
      emit(.retrying(notice))
      guard !plan.policy.keepsSlot, let place = place() else { return try await pause() }
      try await place.pause(pause)
    } _: { attempt in
      let operation = plan.makeOperation(attempt)
      await tell(.produced(operation))
      return try await operation.run(on: childExecutor)
    }
  }

  override func releaseWork() {
    super.releaseWork()
    _ = plan.withLock { $0.take() }
  }
}
