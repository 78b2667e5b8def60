import Testing

@testable import Transfer

@Suite("A host's health")
struct HostHealthTests {
  static let start = SuspendingClock.now
  var health: HostHealth

  init() {
    var limits = HostLimits()
    (limits.failures, limits.probes, limits.pushBacks) = (3, 2, 3)
    (limits.base, limits.cap, limits.rest) = (.seconds(1), .seconds(4), .seconds(100))
    health = HostHealth(limits, width: 4)
  }

  /// Seconds count from the suite's start; by default a transfer began at the moment it ended.
  mutating func note(
    _ observation: HostHealth.Observation, at seconds: Int, began: Int? = nil, roll: Double = 1
  ) -> HostHealth.Verdict {
    health.note(
      observation, began: Self.start + .seconds(began ?? seconds),
      now: Self.start + .seconds(seconds), roll: roll)
  }

  @Test("A host gets the pause that its Retry-After requests")
  mutating func retryAfter() {
    #expect(note(.pushedBack(.seconds(30)), at: 0) == .pause(.seconds(30)))
    #expect(!health.isProbing)
  }

  @Test("A host whose answer says that no request is left gets none before its time")
  mutating func spent() {
    #expect(note(.spent(.seconds(30)), at: 0) == .pause(.seconds(30)))
    // Of the answers that were under way, one names a later time.
    #expect(note(.spent(.seconds(20)), at: 1, began: 0) == .none)
    #expect(note(.spent(.seconds(40)), at: 1, began: 0) == .pause(.seconds(40)))
    #expect(!health.isProbing && health.width == 4)
    #expect(note(.pushedBack(nil), at: 60) == .pause(.seconds(1)))
  }

  @Test("Only a host that answers and never had trouble is sound")
  mutating func sound() {
    #expect(!health.isSound)
    _ = note(.answered, at: 0)
    #expect(health.isSound)
    let troubles: [HostHealth.Observation] = [
      .spent(.seconds(1)), .brokenOff, .overdue, .pushedBack(nil), .failed,
    ]
    for trouble in troubles {
      var other = Self()
      for observation in [.answered, trouble, .answered] { _ = other.note(observation, at: 1) }
      #expect(!other.health.isSound, "\(trouble)")
    }
    health.noteError(at: "http://a/1")
    #expect(!health.isSound)
  }

  @Test("Pauses without Retry-After double, with full jitter")
  mutating func backoff() {
    #expect(note(.pushedBack(nil), at: 0) == .pause(.seconds(1)))
    #expect(note(.pushedBack(nil), at: 10, roll: 0.5) == .pause(.seconds(1)))
  }

  @Test("Push-backs of transfers that began before the pause count once")
  mutating func wave() {
    #expect(note(.pushedBack(nil), at: 5) == .pause(.seconds(1)))
    for _ in 0..<20 { #expect(note(.pushedBack(nil), at: 5, began: 1) == .none) }
    #expect(note(.pushedBack(.seconds(9)), at: 5, began: 1) == .pause(.seconds(9)))
    #expect(note(.pushedBack(.seconds(2)), at: 5, began: 1) == .none)
    #expect(note(.pushedBack(nil), at: 20) == .pause(.seconds(2)))
  }

  @Test("A push-back halves the width, which grows again with the answers")
  mutating func width() {
    _ = note(.pushedBack(nil), at: 0)
    #expect(health.width == 2)
    for _ in 0..<2 { _ = note(.answered, at: 10) }
    #expect(health.width == 3)
    _ = note(.pushedBack(nil), at: 20)
    #expect(health.width == 1)
    _ = note(.answered, at: 30)
    #expect(health.width == 2)
  }

  @Test("Interrupted bodies halve the width once, without a pause")
  mutating func brokenOff() {
    for _ in 0..<4 { #expect(note(.brokenOff, at: 1, began: 0) == .none) }
    #expect(health.width == 2 && !health.isProbing)
    for _ in 0..<(2 + 3) { _ = note(.answered, at: 2) }
    #expect(health.width == 4)
  }

  @Test("A host that pushes back every request is abandoned")
  mutating func pushedBackForEver() {
    #expect(note(.pushedBack(.seconds(1)), at: 0) == .pause(.seconds(1)))
    #expect(note(.pushedBack(.seconds(1)), at: 10) == .pause(.seconds(1)))
    #expect(note(.pushedBack(.seconds(1)), at: 20) == .giveUp)
    #expect(health.isGivenUp(at: Self.start + .seconds(119)))
    #expect(!health.isGivenUp(at: Self.start + .seconds(120)))
  }

  @Test("A host that does not answer is tried with single transfers, then abandoned")
  mutating func dead() {
    #expect(note(.failed, at: 0) == .none)
    #expect(note(.failed, at: 0) == .none)
    #expect(note(.failed, at: 0) == .pause(.seconds(1)))
    #expect(health.isProbing && health.width == 1)
    // The other transfers of the first batch.
    for _ in 0..<5 { #expect(note(.failed, at: 1, began: -1) == .none) }
    #expect(note(.failed, at: 2) == .pause(.seconds(2)))
    #expect(note(.failed, at: 5) == .giveUp)
    #expect(health.isGivenUp(at: Self.start + .seconds(6)))
    // After the pause one more attempt, and no more.
    #expect(note(.failed, at: 110) == .giveUp)
    #expect(health.isGivenUp(at: Self.start + .seconds(200)))
  }

  @Test("An outage limit replaces the number of tries")
  mutating func outage() {
    var limits = HostLimits()
    (limits.failures, limits.probes, limits.outage) = (1, 2, .seconds(600))
    (limits.base, limits.cap) = (.seconds(1), .seconds(4))
    health = HostHealth(limits, width: 4)
    #expect(note(.failed, at: 0) == .pause(.seconds(1)))
    for seconds in stride(from: 5, to: 600, by: 5) {
      #expect(note(.failed, at: seconds) == .pause(.seconds(seconds == 5 ? 2 : 4)))
    }
    #expect(note(.failed, at: 600) == .giveUp)
    // An answer in between restarts the time.
    _ = note(.answered, at: 700)
    #expect(note(.failed, at: 701) == .pause(.seconds(1)))
    // No pause is longer than the remaining time.
    #expect(note(.failed, at: 1300) == .pause(.seconds(1)))
    #expect(note(.failed, at: 1301) == .giveUp)
  }

  /// A host whose outages may last ten minutes.
  private mutating func allowOutages() {
    var limits = HostLimits()
    (limits.outage, limits.base, limits.cap) = (.seconds(600), .seconds(1), .seconds(60))
    health = HostHealth(limits, width: 4)
  }

  @Test("A host that gives nothing but server errors is tried for the time of an outage")
  mutating func erring() {
    allowOutages()
    health.noteError(at: "1")
    #expect(health.isErring)
    for _ in 0..<7 { #expect(note(.erred, at: 0) == .none) }
    #expect(note(.erred, at: 0) == .pause(.seconds(1)) && health.width == 1)
    var (second, pauses) = (1, [Double]())
    while second < 600 {
      guard case .pause(let pause) = note(.erred, at: second) else { break }
      pauses.append(pause / .seconds(1))
      second += Int(pause / .seconds(1))
    }
    #expect(pauses.prefix(6) == [2, 4, 8, 16, 32, 60] && second == 600)
    #expect(note(.erred, at: 600) == .giveUp)
    _ = note(.answered, at: 900)
    #expect(!health.isErring && !health.isGivenUp(at: Self.start + .seconds(900)))
  }

  @Test("A host that has answered is out of order only if several files have server errors")
  mutating func answeredBefore() {
    allowOutages()
    _ = note(.answered, at: 0)
    for _ in 0..<9 { health.noteError(at: "1") }
    health.noteError(at: "2")
    #expect(!health.isErring && note(.erred, at: 1) == .none)
    health.noteError(at: "3")
    #expect(health.isErring)
    _ = note(.answered, at: 2)
    #expect(!health.isErring)
  }

  @Test("A host that pushes requests back is not given up before the time of an outage")
  mutating func busy() {
    allowOutages()
    for second in stride(from: 0, to: 600, by: 30) {
      #expect(note(.pushedBack(.seconds(1)), at: second) == .pause(.seconds(1)))
    }
    #expect(note(.pushedBack(.seconds(1)), at: 600) == .giveUp)
  }

  @Test("A host whose answers miss their deadlines one after the other is given up")
  mutating func overdue() {
    for _ in 0..<7 { #expect(note(.overdue, at: 1) == .none) }
    #expect(note(.answered, at: 2) == .none)
    for _ in 0..<7 { #expect(note(.overdue, at: 3) == .none) }
    #expect(note(.overdue, at: 4) == .giveUp)
  }

  @Test("An answer resets the failures of a host")
  mutating func back() {
    for _ in 0..<3 { _ = note(.failed, at: 0) }
    #expect(note(.answered, at: 3) == .none)
    #expect(!health.isProbing)
    #expect(note(.failed, at: 4) == .none)
    #expect(note(.answered, at: 4) == .none)
    for _ in 0..<2 { #expect(note(.failed, at: 5) == .none) }
  }
}
