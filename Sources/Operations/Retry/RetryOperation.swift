import Locking

/// Makes an operation, and another if it fails, as a policy decides; returns the first value.
///
/// Each attempt is a fresh operation. While it waits for the next one it lends its slot to others of its
/// group, and the slots of the enclosing groups that wait with it, unless the width is 1 or the policy keeps
/// the slot (`keepsSlot`). (A plain `OperationQueue` counts it as running.) Fails as `RetryPolicy.run(_:)`
/// does.
///
/// `@unchecked Sendable` restates `Operation`'s: own state is in a `Locked`.
public final class RetryOperation<Output: Sendable>: AsyncOperation<Output>, @unchecked Sendable {
  private struct Plan {
    let policy: RetryPolicy
    let makeOperation: @Sendable (Int) -> AsyncOperation<Output>
  }

  /// Nil once it runs, so that objects it refers to are released before the operation.
  private let plan: Locked<Plan?>

  /// Attempts by `policy`; `makeOperation` receives the attempt's number, from 1.
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
      // Holders of the slot that wait for a key of this operation, or of one around it, would not end.
      guard !plan.policy.keepsSlot, !Exclusion.isHeld, let place = place() else {
        return try await pause()
      }
      try await place.pause(pause)
    } _: { attempt in
      let operation = plan.makeOperation(attempt)
      await tell(.produced(operation))
      return try await operation.run(inside: self)
    }
  }

  override func releaseWork() {
    super.releaseWork()
    _ = plan.withLock { $0.take() }
  }
}
