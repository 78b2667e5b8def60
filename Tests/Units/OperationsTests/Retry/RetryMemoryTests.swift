import Foundation
import Locking
import Operations
import OperationsTesting
import Testing

/// A retry keeps nothing of the attempts before the last, however they ended.
@Suite("Memory of a retry", .timeLimit(.minutes(15)))
struct RetryMemoryTests {
  /// Counts the errors that are not released.
  private final class Counted: Error, Sendable {
    private let gauge: ConcurrencyGauge

    init(_ gauge: ConcurrencyGauge) {
      self.gauge = gauge
      gauge.enter()
    }

    deinit { gauge.leave() }
  }

  /// How an attempt fails.
  enum Failure: CaseIterable {
    case thrown, settled, settledByOther

    func attempt(_ gauge: ConcurrencyGauge) -> AsyncOperation<Int> {
      switch self {
      case .thrown: return AsyncOperation { throw Counted(gauge) }
      case .settled: return Settling(gauge)
      case .settledByOther:
        let attempt = AsyncOperation<Int> {
          try await Gate().pass()
          return 0
        }
        attempt.observe { [unowned attempt] event in
          if case .started = event { attempt.settle(.failure(Counted(gauge))) }
        }
        return attempt
      }
    }
  }

  private final class Settling: AsyncOperation<Int>, @unchecked Sendable {
    private let gauge: ConcurrencyGauge

    init(_ gauge: ConcurrencyGauge) {
      self.gauge = gauge
      super.init()
    }

    override func perform() async throws -> Int {
      settle(.failure(Counted(gauge)))
      return try await waitUntilSettled()
    }
  }

  @Test(
    "The errors of attempts are released, however the attempts end", arguments: Failure.allCases)
  func errors(_ failure: Failure) async throws {
    let (errors, attempts) = (ConcurrencyGauge(), ConcurrencyGauge())
    let retry = RetryOperation<Int>(RetryPolicy(attempts: 2_000)) { _ in
      attempts.enter()
      return failure.attempt(errors)
    }
    let outcome = await Outcome { try await retry.run() }
    #expect((outcome.failure as? RetryExhausted)?.attempts == 2_000)
    #expect(attempts.total == 2_000 && errors.total == 2_000)
    #expect(errors.peak <= 4)
  }

  @Test("The memory of a retry does not grow with the attempts that end by a time limit")
  func timeLimits() async {
    // In a process of its own, whose memory no other test changes.
    await #expect(processExitsWith: .success) {
      guard await timeOutAll(1_000) else { exit(1) }
      let before = try residentMemory()
      guard await timeOutAll(5_000) else { exit(1) }
      let growth = try residentMemory() - before
      #expect(growth < 2_048, "it grew by \(growth) KiB")
    }
  }
}

/// Runs a retry whose attempts are all ended by their time limit. False if it ends otherwise.
private func timeOutAll(_ attempts: Int) async -> Bool {
  let retry = RetryOperation<Void>(RetryPolicy(attempts: attempts)) { _ in
    let attempt = AsyncOperation { try await Gate().pass() }
    attempt.timeOut(after: .seconds(1), clock: ImmediateClock())
    return attempt
  }
  let outcome = await Outcome { try await retry.run() }
  return (outcome.failure as? RetryExhausted)?.attempts == attempts
}
