import Foundation
import Locking

/// Makes an operation, and another if it fails, as a policy decides; returns the first value.
///
/// Each attempt is a fresh operation. While it waits for the next one it releases the slot that it has as a child of a
/// group, unless the width is 1 or the policy keeps the slot (`keepsSlot`), and takes one again in line. (A plain `OperationQueue` counts it as running.) Fails as `RetryPolicy.run(_:)`
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
    do {
      // The policy has no say in the first attempt, and takes longer than a small one.
      return try await first()
    } catch let failure as FailedAttempt {
      guard failure.isTaskCancelled else { return try await retry(after: failure) }
      return try await retryInNewTask(after: failure)
    } catch {
      return try await retry(after: FailedAttempt(error: error, number: 1))
    }
  }

  /// Runs the first attempt in this task: a task of its own would take longer than a small attempt. What cancels the
  /// attempt's body then cancels this task.
  private func first() async throws -> Output {
    guard let operation = try await make(1) else { throw CancellationError() }
    guard operation.executor == nil, !operation.hasRequirements else {
      return try await operation.run(inside: self)
    }
    let (task, surroundings) = state.withLock { ($0.task, $0.surroundings) }
    let run = await withTaskCancellationHandler {
      await operation.execute(in: task, inside: surroundings, failing: nil)
    } onCancel: {
      // Not if the attempt's body cancels its own task.
      if isDisturbed { operation.cancel() }
    }
    if !run.isTaskFree || Task.isCancelled {
      state.withLock { $0.isTaskFree = false }
      if case .failed(let error) = run.ending, !isDisturbed {
        throw FailedAttempt(error: error, number: 1, isTaskCancelled: true)
      }
    }
    return try operation.result()
  }

  /// Continues in a new task, because an attempt has cancelled this one.
  private func retryInNewTask(after last: FailedAttempt) async throws -> Output {
    let result = Locked<Outcome<Output>>(.cancelled)
    let former = state.withLock { $0.task.take() }
    let task = Task.opened(on: childExecutor?.inside(home), priority: taskPriority) {
      // What ends an attempt from outside cancels the operation's task: until the adoption that is none.
      await self.adopted()
      let outcome = await Outcome { try await self.retry(after: last) }
      result.withLock { $0 = outcome }
    }
    adopt(task)
    await task.value
    withExtendedLifetime(former) {}
    return try result.withLock { $0 }.get()
  }

  private func retry(after last: FailedAttempt) async throws -> Output {
    guard let policy = plan?.policy else { throw CancellationError() }
    return try await policy.run(after: last) { notice, pause in
      emit(.retrying(notice))
      // Holders of the slot that wait for a key of this operation, or of one around it, would not end.
      guard !policy.keepsSlot, !Exclusion.isHeld, let slot = ownSlot, !slot.children.isSerial else {
        return try await pause()
      }
      try await slot.release(pause)
    } _: { number in
      guard let operation = try await make(number) else { throw CancellationError() }
      // An attempt that was ended while it waited has lost the slot around it.
      try await Slot.current?.regain()
      return try await operation.run(inside: self)
    }
  }

  /// The slot in which it runs as a child.
  private var ownSlot: Slot? {
    Slot.current.flatMap { $0.owner == ObjectIdentifier(self) ? $0 : nil }
  }

  /// The operation of an attempt, once its dependencies have finished.
  private func make(_ number: Int) async throws -> AsyncOperation<Output>? {
    guard let operation = plan?.makeOperation(number) else { return nil }
    await tell(.produced(operation))
    if operation.isBlocked {
      // A dependency may need the slot, also where a retry keeps it.
      if let slot = ownSlot {
        try await slot.release { try await operation.dependenciesFinished() }
      } else {
        try await operation.dependenciesFinished()
      }
    }
    return operation
  }

  override func releaseWork() {
    super.releaseWork()
    plan = nil
  }
}
