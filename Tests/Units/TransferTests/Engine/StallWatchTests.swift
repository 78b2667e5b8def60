import Testing

@testable import Transfer

@Suite("A stall watch")
struct StallWatchTests {
  /// The verdicts of a watch with a limit of 30 seconds for pairs of second and bytes so far.
  func verdicts(_ looks: [(Int, Int64)]) -> [Bool] {
    let start = SuspendingClock.now
    var watch = StallWatch(limit: .seconds(30), now: start)
    return looks.map { second, bytes in
      watch.isStalled(bytes: bytes, now: start + .seconds(second))
    }
  }

  @Test("A stall watch accepts a transfer that is fast enough")
  func fast() {
    #expect(!verdicts((1...200).map { ($0, Int64($0) * 1000) }).contains(true))
  }

  @Test("A stall watch ends a transfer that received nothing for the limit")
  func silent() {
    let looks: [(Int, Int64)] = [(5, 1_000_000), (34, 1_000_000), (35, 1_000_000)]
    #expect(verdicts(looks) == [false, false, true])
    #expect(verdicts([(29, 0), (30, 0)]) == [false, true])
  }

  @Test("A stall watch ends a transfer that is too slow")
  func drip() {
    let drops = (1...30).map { ($0, Int64($0) * 900) }
    #expect(verdicts(drops) == Array(repeating: false, count: 29) + [true])
  }
}
