import Testing

@testable import Transfer

/// On simulated lines, with seeds: each number comes out the same every time.
@Suite("The search for a host's width")
struct WidthSearchTests {
  /// Of the goodput of the best fixed width, and the mean width, over some seeds; once the first
  /// transfers are through.
  func follow(
    _ line: SimulatedLine, most: Int = 16, best: Int? = nil
  ) -> (part: Double, width: Double) {
    let seeds = 1...4
    let results = seeds.map { seed in
      var (line, search) = (line, WidthSearch(most: most))
      line.seed = UInt64(seed)
      var fixed = line
      _ = line.run(300, &search)
      _ = fixed.run(300, width: best ?? most)
      let found = line.run(3000, &search)
      return (found.rate / fixed.run(3000, width: best ?? most), found.width)
    }
    let sum = results.reduce((0, 0)) { ($0.0 + $1.0, $0.1 + $1.1) }
    return (sum.0 / Double(seeds.count), sum.1 / Double(seeds.count))
  }

  @Test("gives a far server on a fat line all that are allowed", arguments: [8, 16, 64])
  func far(most: Int) {
    var line = SimulatedLine(latency: 0.2, rate: 1e8)
    line.rateOfOne = 2e6
    let found = follow(line, most: most)
    #expect(found.part >= 0.95)
    #expect(found.width >= 0.9 * Double(most))
  }

  @Test("reaches the full width within the first few dozen transfers, where it brings more")
  func quick() {
    var (line, search) = (SimulatedLine(latency: 0.05, rate: 1e9), WidthSearch(most: 16))
    _ = line.run(72, &search)
    #expect(search.width == 16)
  }

  @Test("keeps to few where few fill the line")
  func near() {
    let found = follow(SimulatedLine(latency: 0.02, rate: 1e6))
    #expect(found.part >= 0.95)
    #expect(found.width <= 3.5)
  }

  @Test(
    "comes near the best in between",
    arguments: [(0.2, 1e6), (0.1, 4e6), (0.05, 2e6), (0.02, 5e6), (0.1, 1e7)])
  func between(latency: Double, rate: Double) {
    let found = follow(SimulatedLine(latency: latency, rate: rate))
    #expect(found.part >= 0.95)
  }

  @Test("goes by answers where files are tiny")
  func tiny() {
    var line = SimulatedLine(latency: 0.1, rate: 1e7)
    line.size = 500
    let found = follow(line)
    #expect(found.part >= 0.95 && found.width >= 14)
  }

  @Test("steps back where more at once bring less")
  func drag() {
    var line = SimulatedLine(latency: 0.01, rate: 4e6)
    line.drag = 0.05
    let found = follow(line, best: 2)
    #expect(found.part >= 0.9 && found.width <= 4)
  }

  @Test("is not misled by a line whose speed swings", arguments: [(1e6, 1e6), (1e8, 2e5)])
  func swing(rate: Double, rateOfOne: Double) {
    var line = SimulatedLine(latency: 0.05, rate: rate)
    (line.rateOfOne, line.swing) = (rateOfOne, 0.2)
    let found = follow(line)
    #expect(found.part >= 0.95)
    #expect(rate > rateOfOne ? found.width >= 14 : found.width <= 10)
  }

  @Test("follows a line that changes")
  func change() {
    var (line, search) = (SimulatedLine(latency: 0.1, rate: 1e6), WidthSearch(most: 16))
    for (rate, widths) in [(1e6, 2.0...8.0), (1e8, 14...16), (1e6, 2...8)] {
      line.rate = rate
      _ = line.run(3000, &search)
      let found = line.run(1000, &search)
      #expect(widths.contains(found.width), "at \(rate) bytes a second")
    }
  }

  @Test(
    "settles near what the server bears, and rarely asks for more", arguments: [1, 2, 3, 5, 7, 12])
  func borne(most: Int) {
    var (line, search) = (SimulatedLine(latency: 0.1, rate: 1e8), WidthSearch(most: 16))
    line.borne = most
    _ = line.run(500, &search)
    let found = line.run(3000, &search)
    #expect(found.width >= 0.9 * Double(most) && found.width <= Double(most) + 0.1)
    #expect(line.pushBacks <= 8)
  }

  @Test("learns nothing from an engine that has little to do")
  func idle() {
    var (line, search) = (SimulatedLine(latency: 0.05, rate: 1e8), WidthSearch(most: 16))
    line.demand = 2
    _ = line.run(500, &search)
    #expect(search.width == WidthSearch.first(of: 16) && search.settled == nil)
    line.demand = 80
    _ = line.run(72, &search)
    #expect(search.width == 16)
    (line.demand, line.rate) = (3, 1e6)
    _ = line.run(500, &search)
    #expect(search.width == 16)
  }

  @Test("never exceeds what is allowed, whatever it is told", arguments: [-1, 0, 1, 2, 3, 5, 16])
  func bounds(most: Int) {
    var search = WidthSearch(most: most)
    let start = SuspendingClock.now
    let odd = [0, -1, 1e-9, 3, .infinity, .nan]
    for step in 0..<5000 {
      let now = start + .seconds(step)
      let transfer = WidthEvidence.Transfer(
        bytes: Int64(step % 7 - 1), waiting: odd[step % 6], receiving: odd[step / 6 % 6],
        running: step % 20, isCrowded: step % 3 != 0)
      if step % 97 == 0 { search.stepBack(isPutOff: step % 2 == 0, began: now, now: now) }
      search.note(transfer, began: now, now: now)
      #expect((1...max(1, most)).contains(search.width))
    }
  }

  @Test("halves for failures, once for those that fail together, and grows back")
  func failures() {
    var search = WidthSearch(most: 4)
    let start = SuspendingClock.now
    for _ in 0..<4 { search.stepBack(isPutOff: false, began: start, now: start + .seconds(1)) }
    #expect(search.width == 2)
    for _ in 0..<5 {
      let transfer = WidthEvidence.Transfer(
        bytes: 1, waiting: 1, receiving: 1, running: search.width, isCrowded: true)
      search.note(transfer, began: start + .seconds(2), now: start + .seconds(2))
    }
    #expect(search.width == 4)
  }
}
