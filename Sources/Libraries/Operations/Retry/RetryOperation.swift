import Foundation
import Locking

/// Makes an operation, and another if it fails, as a policy decides; returns the first value.
///
/// Each attempt is a fresh operation. While it waits for the next one it lends its slot to others of its
/// group, and the slots of the enclosing groups that wait with it, unless the width is 1 or the policy keeps
/// the slot (`keepsSlot`). (A plain `OperationQueue` counts it as running.) Fails as `RetryPolicy.run(_:)`
/// does.
///
/// `@unchecked Sendable` restates `Operation`'s: `plan` is used only by the operation's own task.
public final class RetryOperation<Output: Sendable>: AsyncOperation<Output>, @unchecked Sendable {
  /// Nil at the end, so that objects it refers to are released before the operation.
  private var plan: (policy: RetryPolicy, makeOperation: @Sendable (Int) -> AsyncOperation<Output>)?

  /// Attempts by `policy`; `makeOperation` receives the attempt's number, from 1.
  public init(
    _ policy: RetryPolicy, _ makeOperation: @escaping @Sendable (Int) -> AsyncOperation<Output>
  ) {
    plan = (policy, makeOperation)
    super.init()
  }

  public override func perform() async throws -> Output {
    let last: FailedAttempt
    do {
      // The policy has no say in the first attempt, and takes longer than a small one.
      return try await attempt(1)
    } catch let failure as FailedAttempt {
      last = failure
    } catch {
      last = FailedAttempt(error: error, number: 1)
    }
    return try await goOn(after: last)
  }

  /// Continues after `last`: in a task of its own if this one is cancelled for that attempt.
  private func goOn(after last: FailedAttempt) async throws -> Output {
    guard last.isTaskCancelled else {
      do {
        return try await retry(after: last)
      } catch let failure as FailedAttempt {
        return try await goOn(after: failure)
      }
    }
    let result = Locked<Outcome<Output>>(.cancelled)
    let adopted = Door()
    let task = Task(executorPreference: childExecutor?.inside(home), priority: taskPriority) {
      // What ends an attempt from outside cancels the operation's task: until the adoption that is the former one.
      try? await adopted.pass()
      let outcome = await Outcome {
        try await self.goOn(after: FailedAttempt(error: last.error, number: last.number))
      }
      result.withLock { $0 = outcome }
    }
    adopt(task, isOwn: true)
    adopted.open()
    await task.value
    return try result.withLock { $0 }.get()
  }

  private func retry(after last: FailedAttempt) async throws -> Output {
    guard let policy = plan?.policy else { throw CancellationError() }
    return try await policy.run(after: last) { notice, pause in
      emit(.retrying(notice))
      // Holders of the slot that wait for a key of this operation, or of one around it, would not end.
      guard !policy.keepsSlot, !Exclusion.isHeld, let place = place() else {
        return try await pause()
      }
      try await place.pause(pause)
    } _: { number in
      try await attempt(number)
    }
  }

  /// Runs an attempt in this task: a task of its own would take longer than a small attempt. What cancels the
  /// attempt's body then cancels this task.
  private func attempt(_ number: Int) async throws -> Output {
    guard let operation = plan?.makeOperation(number) else { throw CancellationError() }
    await tell(.produced(operation))
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
        throw FailedAttempt(error: error, number: number, isTaskCancelled: true)
      }
    }
    return try operation.result()
  }

  override var isComposite: Bool { true }

  override func releaseWork() {
    super.releaseWork()
    plan = nil
  }
}
