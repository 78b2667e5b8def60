import Testing

@testable import Transfer

@Suite("The width that a host's distance calls for")
struct LatencyWidthTests {
  @Test("A host is asked for as many transfers as it answers in the shortest time of an answer")
  func shortest() {
    var width = LatencyWidth(rate: 100)
    #expect(width.width(atMost: 1000) == LatencyWidth.least)
    for latency in [Duration.milliseconds(900), .milliseconds(500), .seconds(2)] {
      width.note(latency)
    }
    #expect(width.width(atMost: 1000) == 50)
    #expect(width.width(atMost: 20) == 20)
  }

  @Test("An answer without a latency does not change the width")
  func zero() {
    var width = LatencyWidth(rate: 100)
    width.note(.seconds(1))
    width.note(.zero)
    #expect(width.width(atMost: 1000) == 100)
  }

  @Test("A short answer counts for one window of answers after its own, and is forgotten then")
  func window() {
    var width = LatencyWidth(rate: 100)
    width.note(.milliseconds(200))
    for _ in 0..<127 { width.note(.seconds(1)) }
    #expect(width.width(atMost: 1000) == 20)
    width.note(.seconds(1))
    #expect(width.width(atMost: 1000) == 100)
  }
}
