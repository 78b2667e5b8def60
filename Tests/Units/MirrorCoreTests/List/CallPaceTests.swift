import Locking
import Testing

@testable import MirrorCore

@Suite("The limit of calls per hour")
struct CallPaceTests {
  /// A clock that a sleep advances.
  final class HandClock: Sendable {
    let seconds = Locked(1000.0)
    let slept = Locked(0.0)

    var clock: CallPace.Clock {
      CallPace.Clock(
        now: { [self] in seconds.withLock { $0 } },
        sleep: { [self] duration in
          let span = duration / .seconds(1)
          seconds.withLock { $0 += span }
          slept.withLock { $0 += span }
        })
    }
  }

  let time = HandClock()
  let kept = Locked<CallBudget?>(nil)

  func pace(_ limit: Int?, remembered: CallBudget? = nil) -> CallPace? {
    CallPace(
      limit.map { [CallLimit($0, in: 3600)] } ?? [], remembered: remembered,
      announcer: Announcer(nil),
      clock: time.clock
    ) { [kept] record in kept.withLock { $0 = record } }
  }

  @Test("Calls do not wait if there is no limit")
  func unlimited() {
    #expect(pace(nil) == nil && pace(0) == nil)
  }

  @Test("A tenth of the hour's calls may be made at once, and the rest is spread over the hour")
  func spread() async throws {
    let pace = try #require(self.pace(3600))
    for _ in 0..<360 { try await pace.permit() }
    #expect(time.slept.withLock { $0 } == 0)
    for _ in 0..<90 { try await pace.permit() }
    #expect((99.0...101).contains(time.slept.withLock { $0 }))
  }

  /// The notes of so many calls with a limit of so many an hour.
  private func notes(_ calls: Int, of limit: CallLimit) async throws -> [MirrorNote] {
    let events = TestWalk.Events()
    let announcer = Announcer(events)
    let pace = try #require(
      CallPace([limit], remembered: nil, announcer: announcer, clock: time.clock) { _ in })
    for _ in 0..<calls { try await pace.permit() }
    await announcer.close()
    return events.notes
  }

  @Test("That calls are spread is reported once, and each pause of a minute with its end")
  func reported() async throws {
    let site = CallLimit(3600, in: 3600)
    let spread = try await notes(370, of: site)
    guard case .callsLimited(site, let wait, _)? = spread.first else {
      Issue.record("\(spread)")
      return
    }
    #expect(spread.count == 1 && wait < .seconds(2) && site.perSecond == 0.9)
    let own = CallLimit(10, in: 3600, isOwn: true)
    time.seconds.withLock { $0 = 1000 }
    #expect(
      try await notes(3, of: own)
        == [1400, 1800].map { .callsLimited(own, wait: .seconds(400), until: $0) })
  }

  @Test("A run that is stopped while it waits for a call does not use up the call")
  func stopped() async throws {
    let first = try #require(pace(10))
    try await first.permit()
    let left = try #require(kept.withLock { $0 })
    let clock = CallPace.Clock(now: time.clock.now, sleep: { _ in throw CancellationError() })
    let stopped = CallPace(
      [CallLimit(10, in: 3600)], remembered: left, announcer: Announcer(nil), clock: clock
    ) { [kept] record in kept.withLock { $0 = record } }
    await #expect(throws: CancellationError.self) { try await stopped?.permit() }
    #expect(kept.withLock { $0 } == left)
  }

  @Test("A run continues with the call allowance that an earlier run left")
  func remembered() async throws {
    let first = try #require(pace(3600))
    for _ in 0..<360 { try await first.permit() }
    let left = try #require(kept.withLock { $0 })
    #expect(left.tokens == 0 && left.time == 1000)
    let second = try #require(pace(3600, remembered: left))
    try await second.permit()
    #expect(time.slept.withLock { $0 } > 1)
    let later = CallBudget(tokens: 0, time: 1000 - 3600)
    time.slept.withLock { $0 = 0 }
    let third = try #require(pace(3600, remembered: later))
    for _ in 0..<300 { try await third.permit() }
    #expect(time.slept.withLock { $0 } == 0)
  }

  @Test("Of several limits each holds, and that of the longest time is kept for the next run")
  func several() async throws {
    let limits = [CallLimit(200, in: 86_400), CallLimit(20, in: 60)]
    let made = CallPace(limits, remembered: nil, announcer: Announcer(nil), clock: time.clock) {
      [kept] record in kept.withLock { $0 = record }
    }
    let pace = try #require(made)
    for _ in 0..<20 { try await pace.permit() }
    // Two at once, and 18 a minute.
    #expect((59.0...61).contains(time.slept.withLock { $0 }))
    #expect(kept.withLock { ($0?.tokens ?? 1) < 1 })
    try await pace.permit()
    // The 21st of the day: 180 are spread over it.
    #expect(time.slept.withLock { $0 } > 400)
  }
}
