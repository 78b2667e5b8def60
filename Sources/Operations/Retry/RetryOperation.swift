import Foundation
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
    return try await run(plan, after: nil)
  }

  private func run(_ plan: Plan, after last: InterruptedRetry?) async throws -> Output {
    do {
      return try await plan.policy.run(after: last) { notice, pause in
        emit(.retrying(notice))
        // Holders of the slot that wait for a key of this operation, or of one around it, would not end.
        guard !plan.policy.keepsSlot, !Exclusion.isHeld, let place = place() else {
          return try await pause()
        }
        try await place.pause(pause)
      } _: { attempt in
        let operation = plan.makeOperation(attempt)
        await tell(.produced(operation))
        return try await run(operation, attempt)
      }
    } catch let interruption as InterruptedRetry {
      let result = Locked<Result<Output, any Error>?>(nil)
      let task = Task(executorPreference: childExecutor?.inside(home), priority: taskPriority) {
        let outcome = await Outcome { try await self.run(plan, after: interruption) }
        result.withLock { $0 = Result { try outcome.get() } }
      }
      adopt(task, isOwn: true)
      await task.value
      return try (result.withLock { $0 } ?? .failure(CancellationError())).get()
    }
  }

  /// Runs an attempt in this task: a task of its own would take longer than a small attempt. What cancels the
  /// attempt's body then cancels this task.
  private func run(_ operation: AsyncOperation<Output>, _ attempt: Int) async throws -> Output {
    if let home { operation.enter(home) }
    let run = await withTaskCancellationHandler {
      await operation.executeHere(at: nil, in: state.withLock { $0.task }, failing: nil)
    } onCancel: {
      // Not if the attempt's body cancels its own task.
      if isDisturbed { operation.cancel() }
    }
    if !run.isTaskFree || Task.isCancelled {
      state.withLock { $0.isTaskFree = false }
      if case .failed(let error) = run.ending, !isDisturbed {
        throw InterruptedRetry(error: error, attempt: attempt)
      }
    }
    return try (operation.settledOutcome ?? .cancelled).get()
  }

  override var isComposite: Bool { true }

  override func releaseWork() {
    super.releaseWork()
    _ = plan.withLock { $0.take() }
  }
}
