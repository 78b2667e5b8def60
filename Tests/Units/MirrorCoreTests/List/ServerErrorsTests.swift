import Locking
import Operations
import OperationsTesting
import Testing

@testable import MirrorCore

@Suite("A listing whose site answers with server errors")
struct ServerErrorsTests {
  /// A clock that waits move on.
  private final class Waits: Sendable {
    let delays = Locked<[Duration]>([])
    var now: Duration { delays.withLock { $0.reduce(.zero, +) } }
  }

  /// The waits of a request that gets these answers, and whether it succeeds.
  private func waits(
    _ time: Duration, attempts: Int = 5, _ answer: @escaping @Sendable (Duration) -> FetchError?
  ) async -> (delays: [Duration], isAnswered: Bool) {
    let waits = Waits()
    var policy = RetryPolicy.network(attempts: attempts, retriesOutages: true)
      .waitingOutErrors(for: time) { waits.now }
    policy.clock = ImmediateClock()
    let result: Void? = try? await policy.run { _ in
      if let error = answer(waits.now) { throw error }
    } onRetry: { notice in
      waits.delays.withLock { $0.append(notice.delay) }
    }
    return (waits.delays.withLock(\.self), result != nil)
  }

  private static func status(_ code: Int) -> FetchError {
    FetchError(.status(code), "status \(code)", isTransient: true)
  }

  @Test("Three minutes of server errors cost nothing", arguments: [500, 502, 503, 504])
  func threeMinutes(status: Int) async {
    let (delays, isAnswered) = await waits(.seconds(600)) {
      $0 < .seconds(180) ? Self.status(status) : nil
    }
    #expect(isAnswered && delays.reduce(.zero, +) < .seconds(600))
    #expect(delays.allSatisfy { $0 <= .seconds(30) })
  }

  @Test("Server errors for longer than the limit end the listing at the limit")
  func tooLong() async {
    let (delays, isAnswered) = await waits(.seconds(600)) { _ in Self.status(502) }
    #expect(!isAnswered && delays.reduce(.zero, +) == .seconds(600))
    #expect(await waits(.zero) { _ in Self.status(502) }.delays.count == 4)
  }

  @Test("Other failures have the same number of attempts as without server errors")
  func others() async {
    let numbers = Locked(0)
    let (delays, isAnswered) = await waits(.seconds(600), attempts: 3) { _ in
      numbers.withLock { $0 += 1 }
      return numbers.withLock(\.self) <= 9 ? Self.status(500) : Self.status(408)
    }
    #expect(!isAnswered && delays.count == 9 + 2)
  }
}
