import Locking
import Operations
import OperationsTesting
import Testing

@Suite("RetryOperation")
struct RetryOperationTests {
  @Test("Each attempt is a new operation, and observers receive the attempts and the retries")
  func fresh() async throws {
    let recorder = EventRecorder<String>()
    let retry = RetryOperation(RetryPolicy(attempts: 3)) { attempt in
      AsyncOperation {
        if attempt < 3 { throw Broken(number: attempt) }
        return attempt
      }
    }
    retry.observe { recorder.record($0.label) }
    #expect(try await retry.run() == 3)
    #expect(
      recorder.events == [
        "started", "produced", "retrying", "produced", "retrying", "produced", "willFinish",
        "finished",
      ])
  }

  @Test("A retry operation that waits holds no slot of its group")
  func noSlot() async throws {
    let clock = ManualClock()
    let policy = RetryPolicy(
      attempts: 2, backoff: .constant(.seconds(1)), clock: clock)
    let retries = (0..<2).map { _ in
      RetryOperation(policy) { attempt in
        AsyncOperation<Int> {
          if attempt == 1 { throw Broken() }
          return attempt
        }
      }
    }
    let other = AsyncOperation { 7 }
    let group = GroupOperation.parallel(retries + [other], width: 2)
    group.start()
    await clock.sleepers(2)
    #expect(try await other.value == 7)
    clock.advance(by: .seconds(1))
    #expect(try await group.value.map(\.value) == [2, 2, 7])
  }

  @Test("A retry operation that is cancelled while it waits ends, and its group keeps every slot")
  func cancelled() async throws {
    let clock = ManualClock()
    let policy = RetryPolicy(
      attempts: 2, backoff: .constant(.seconds(1)), clock: clock)
    let retry = RetryOperation(policy) { _ in AsyncOperation<Int> { throw Broken() } }
    let gauge = ConcurrencyGauge()
    let group = GroupOperation(width: 1) { group in
      try group.add(retry)
      await clock.sleepers(1)
      retry.cancel()
      _ = await retry.outcome
      for _ in 0..<20 {
        try group.add(AsyncOperation { await gauge.measure { await Task.yield() } })
      }
    }
    try await group.run()
    #expect(retry.settledOutcome?.isCancelled == true)
    #expect(gauge.peak == 1)
    #expect(gauge.total == 20)
  }

  @Test("A retry operation that is cancelled while it waits makes no further attempt")
  func noFurtherAttempt() async {
    let attempts = ConcurrencyGauge()
    let running = Locked<RetryOperation<Int>?>(nil)
    let clock = ImmediateClock { _ in running.withLock { $0 }?.cancel() }
    let policy = RetryPolicy(attempts: 2, backoff: .constant(.seconds(1)), clock: clock)
    let retry = RetryOperation<Int>(policy) { _ in
      attempts.enter()
      return AsyncOperation { throw Broken() }
    }
    running.withLock { $0 = retry }
    retry.start()
    #expect(await retry.outcome.isCancelled)
    #expect(attempts.total == 1)
  }

  @Test("A retry that is cancelled while it decides reports no further attempt")
  func cancelledInDecision() async throws {
    let reported = ConcurrencyGauge()
    let retry = Locked<RetryOperation<Int>?>(nil)
    let policy = RetryPolicy(attempts: 3) { _, _ in
      retry.withLock { $0 }?.cancel()
      return .retry
    }
    let operation = RetryOperation<Int>(policy) { _ in AsyncOperation { throw Broken() } }
    retry.withLock { $0 = operation }
    operation.observe { if case .retrying = $0 { reported.enter() } }
    operation.start()
    #expect(await operation.outcome.isCancelled)
    retry.withLock { $0 = nil }
    let task = Task {
      let policy = RetryPolicy(attempts: 3) { _, _ in
        withUnsafeCurrentTask { $0?.cancel() }
        return .retry
      }
      try await policy.run { _ in
        throw Broken()
      } onRetry: { _ in
        reported.enter()
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(reported.total == 0)
  }

  /// A retry that succeeds at the fifth attempt. The others end in one of three ways while they run.
  private static func disturbed(by way: Int, _ wasCancelled: EventRecorder<Bool>)
    -> RetryOperation<Int>
  {
    RetryOperation(RetryPolicy(attempts: 5)) { attempt in
      let (clock, own) = (ManualClock(), Locked<AsyncOperation<Int>?>(nil))
      let operation = AsyncOperation<Int> {
        wasCancelled.record(Task.isCancelled)
        guard attempt < 5 else { return attempt }
        switch way {
        case 0:
          own.withLock { $0.take() }?.settle(.failure(Broken(number: attempt)))
          try await Gate().pass()
        case 1: withUnsafeCurrentTask { $0?.cancel() }
        default:
          await clock.sleepers(1)
          clock.advance(by: .seconds(1))
          try await Gate().pass()
        }
        throw Broken(number: attempt)
      }
      if way == 0 { own.withLock { $0 = operation } }
      if way == 2, attempt < 5 { operation.timeOut(after: .seconds(1), clock: clock) }
      return operation
    }
  }

  @Test(
    "An attempt that is settled from outside, cancels its own task or times out is retried",
    arguments: 0...2)
  func disturbedAttempts(by way: Int) async throws {
    let wasCancelled = EventRecorder<Bool>()
    let group = GroupOperation.over(0..<20, width: 2) { _ in
      Self.disturbed(by: way, wasCancelled)
    }
    group.start()
    try #require(await ends(group))
    #expect(try await group.value.map(\.value) == Array(repeating: 5, count: 20))
    #expect(wasCancelled.events == Array(repeating: false, count: 100))
    let alone = Self.disturbed(by: way, wasCancelled)
    alone.start()
    #expect(await ends(alone))
    #expect(alone.settledOutcome?.value == 5)
  }

  @Test("The task of a later attempt is cancelled with it, also if it begins at once")
  func immediateTask() async throws {
    let retry = Self.disturbed(by: 0, EventRecorder())
    let group = GroupOperation<Void>(on: HereExecutor()) { [retry] group in try group.add(retry) }
    group.start()
    #expect(await ends(group))
    #expect(retry.settledOutcome?.value == 5)
  }

  @Test("A retry that is cancelled after an attempt was settled from outside ends")
  func cancelledAfterSettled() async throws {
    let (second, own) = (Gate(), Locked<AsyncOperation<Int>?>(nil))
    let retry = RetryOperation<Int>(RetryPolicy(attempts: 3)) { attempt in
      let operation = AsyncOperation<Int> {
        if attempt == 2 { second.open() }
        try await Gate().pass()
        return attempt
      }
      if attempt == 1 { own.withLock { $0 = operation } }
      return operation
    }
    let group = GroupOperation<Void> { [retry] group in try group.add(retry) }
    group.start()
    while own.withLock({ $0?.isExecuting != true }) { await Task.yield() }
    own.withLock { $0.take() }?.settle(.failure(Broken()))
    try await second.pass()
    retry.cancel()
    #expect(await ends(group))
    #expect(retry.settledOutcome?.isCancelled == true)
  }
}
