import Operations
import OperationsTesting
import Testing

private struct Busy: Error {}

@Suite("The guide's page on testing")
struct GuideTesting {
  @Test("The guide's example tests a back-off without waiting")
  func immediate() async throws {
    let clock = ImmediateClock()
    let policy = RetryPolicy(attempts: 3, backoff: .constant(.seconds(60)), clock: clock)
    await #expect(throws: RetryExhausted.self) {
      try await policy.run { _ in throw Busy() }
    }
    #expect(clock.waits == [.seconds(60), .seconds(60)])
  }

  @Test("The guide's example advances a manual clock while operations run")
  func manual() async throws {
    let clock = ManualClock()
    let operation = AsyncOperation { try await Gate().pass() }
    operation.timeOut(after: .seconds(30), clock: clock)
    operation.start()
    await clock.sleepers(1)
    clock.advance(by: .seconds(30))
    #expect(await operation.outcome.failure is TimedOut)
  }

  @Test("The guide's example measures how many run at once, and records their order")
  func gauges() async throws {
    let (gauge, recorder) = (ConcurrencyGauge(), EventRecorder<Int>())
    let group = GroupOperation.forEach(0..<100, width: 4) { number in
      AsyncOperation {
        await gauge.measure { await Task.yield() }
        recorder.record(number)
      }
    }
    _ = try await group.run()
    #expect(gauge.peak <= 4)
    #expect(recorder.events.count == 100)
  }
}
