import Operations
import OperationsTesting
import Testing

@Suite("RetryPolicy")
struct RetryPolicyTests {
  @Test("The total of attempts is limited, and the last error is thrown with their number")
  func exhausted() async throws {
    let attempts = EventRecorder<Int>()
    let error = await #expect(throws: RetryExhausted.self) {
      try await RetryPolicy(attempts: 3).run { attempt in
        attempts.record(attempt)
        throw Broken(number: attempt)
      }
    }
    #expect(attempts.events == [1, 2, 3])
    #expect(error?.attempts == 3)
    #expect(error?.underlying as? Broken == Broken(number: 3))
  }

  @Test("The error is of one type, whatever the number of attempts", arguments: [Int.min, 0, 1, 2])
  func oneErrorType(attempts: Int) async {
    let error = await #expect(throws: RetryExhausted.self) {
      try await RetryPolicy(attempts: attempts).run { throw Broken(number: $0) }
    }
    #expect(error?.attempts == max(1, attempts))
    #expect(error?.underlying as? Broken == Broken(number: max(1, attempts)))
  }

  @Test("A closure can serve as the decision of a retry policy")
  func trailingClosure() async {
    let error = await #expect(throws: RetryExhausted.self) {
      try await RetryPolicy(attempts: 3) { error, attempt in
        error is Broken && attempt == 1 ? .retry : .giveUp
      }.run { throw Broken(number: $0) }
    }
    #expect(error?.attempts == 2)
  }

  @Test("The first value ends the attempts")
  func succeeds() async throws {
    let value = try await RetryPolicy(attempts: 5).run { attempt in
      if attempt < 3 { throw Broken() }
      return attempt
    }
    #expect(value == 3)
  }

  @Test("The decision receives the error and the attempt, and may stop the retries")
  func givesUp() async {
    let policy = RetryPolicy(
      attempts: 9,
      decide: { error, attempt in
        #expect(error as? Broken == Broken(number: attempt))
        return attempt == 2 ? .giveUp : .retry
      })
    let error = await #expect(throws: RetryExhausted.self) {
      try await policy.run { throw Broken(number: $0) }
    }
    #expect(error?.attempts == 2)
  }

  @Test("The delay between attempts is the back-off's, or the one that the error requests")
  func waits() async throws {
    let clock = ImmediateClock()
    let policy = RetryPolicy(
      attempts: 4, backoff: .exponential(base: .seconds(1), cap: .seconds(9), random: { 1 }),
      clock: clock
    ) { _, attempt in attempt == 2 ? .retryAfter(.seconds(77)) : .retry }
    await #expect(throws: RetryExhausted.self) { try await policy.run { _ in throw Broken() } }
    #expect(clock.waits == [.seconds(1), .seconds(77), .seconds(4)])
  }

  @Test("A cancelled delay ends in a cancellation, and not in another attempt")
  func cancelledWait() async {
    let clock = ManualClock()
    let attempts = EventRecorder<Int>()
    let policy = RetryPolicy(
      attempts: 3, backoff: .constant(.seconds(1)), clock: clock)
    let task = Task {
      try await policy.run { attempt in
        attempts.record(attempt)
        throw Broken()
      }
    }
    await clock.sleepers(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(attempts.events == [1])
  }

  @Test("A cancelled attempt is not retried")
  func cancelledAttempt() async {
    let attempts = EventRecorder<Int>()
    await #expect(throws: CancellationError.self) {
      try await RetryPolicy(attempts: 3).run { attempt in
        attempts.record(attempt)
        throw CancellationError()
      }
    }
    #expect(attempts.events == [1])
  }
}
