import Console
import MirrorCore
import Testing

@Suite("Numbers that people read")
struct SmoothedValueTests {
  @Test("A value approaches another one without a jump, and reaches it")
  func approach() throws {
    var value = SmoothedValue(constant: 10)
    for tenth in 0...600 { value.note(100, at: .milliseconds(tenth * 100)) }
    var shown = 100.0
    for tenth in 601...1800 {
      value.note(200, at: .milliseconds(tenth * 100))
      let next = try #require(value.value(toward: 200, at: .milliseconds(tenth * 100)))
      #expect(next >= shown && next - shown < 2)
      shown = next
    }
    #expect(shown > 199)
  }

  @Test(
    "A time that is left falls with the clock, not below zero, and the first estimates count little"
  )
  func countdown() throws {
    var value = SmoothedValue(constant: 10, drift: -1)
    value.note(9999, at: .seconds(1))
    value.note(60, at: .seconds(1))
    #expect(value.value(toward: 60, at: .seconds(1)) == 60)
    for second in 2...30 { value.note(Double(61 - second), at: .seconds(second)) }
    #expect(abs(try #require(value.value(toward: 30, at: .seconds(31))) - 30) < 0.5)
    #expect(try #require(value.value(toward: 0, at: .seconds(500))) >= 0)
    #expect(value.value(toward: nil, at: .seconds(32)) == nil)
    #expect(try #require(value.value(toward: 5, at: .seconds(2))) >= 0)
  }

  /// Photos of one to three seconds each: the estimate of a single window would jump at each of them.
  @Test("The time left and the rate of an uneven run change little from one second to the next")
  func uneven() throws {
    var tally = Tally()
    tally.note(.begun(), at: .zero)
    tally.note(.page(500), at: .zero)
    // Knuth's (MMIX): the same numbers each time.
    var state: UInt64 = 7
    func random(_ count: UInt64) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33 % count)
    }
    var (next, photo, before) = (0, 0, Duration?.none)
    var rateBefore: Double?
    for second in 1...1200 {
      while next <= second {
        photo += 1
        tally.note(.mirrored("m\(photo)", bytes: 500_000), at: .seconds(second))
        next += 1 + random(3)
      }
      let time = Duration.seconds(second)
      let (left, rate) = (tally.timeLeft(at: time), tally.bytesPerSecond(at: time))
      if second > 120 {
        let (left, old) = (try #require(left) / .seconds(1), try #require(before) / .seconds(1))
        // A second passes, and the estimate may move by a twentieth.
        #expect(abs(left - old) < 2 + old / 20, "\(second): \(old) → \(left)")
        let (rate, oldRate) = (try #require(rate), try #require(rateBefore))
        #expect(abs(rate - oldRate) < oldRate / 5, "\(second): \(oldRate) → \(rate)")
      }
      (before, rateBefore) = (left, rate)
      if photo >= 480 { break }
    }
  }
}
