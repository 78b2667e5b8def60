import Testing

@testable import Transfer

@Suite("The queue of waiting jobs")
struct LanesTests {
  final class Item: LaneItem {
    let name: String
    var isWaiting = false
    /// Names of API calls are in capitals.
    var isFile: Bool { name == name.lowercased() }

    init(_ name: String) { self.name = name }
  }

  func lanes(width: Int, perHost: Int, _ jobs: [Item]) -> Lanes<Item> {
    var lanes = Lanes<Item>(width: width, widthPerHost: perHost)
    for job in jobs { lanes.append(job, host: String(job.name.prefix(1))) }
    return lanes
  }

  func lanes(width: Int, perHost: Int, _ jobs: [String]) -> Lanes<Item> {
    lanes(width: width, perHost: perHost, jobs.map(Item.init))
  }

  @Test("Waiting jobs start in order, up to the engine's width")
  func width() {
    var lanes = lanes(width: 2, perHost: 8, ["a", "b", "c"])
    #expect(lanes.next()?.name == "a")
    #expect(lanes.next()?.name == "b")
    #expect(lanes.next()?.name == nil)
    lanes.finished(Item("a"), host: "a")
    #expect(lanes.next()?.name == "c")
    #expect(lanes.running == 2)
  }

  @Test("Waiting jobs of a busy host do not delay other hosts")
  func perHost() {
    var lanes = lanes(width: 4, perHost: 2, ["a1", "a2", "a3", "b1"])
    let started = Set((0..<3).map { _ in lanes.next()?.name })
    #expect(started == ["a1", "a2", "b1"])
    #expect(lanes.next()?.name == nil)
    lanes.finished(Item("b"), host: "b")
    #expect(lanes.next()?.name == nil)
    lanes.finished(Item("a"), host: "a")
    #expect(lanes.next()?.name == "a3")
  }

  @Test("The last job of a host is the one that runs while no other runs or waits")
  func last() {
    var lanes = lanes(width: 4, perHost: 2, ["a1", "a2", "b1"])
    let started = (0..<3).compactMap { _ in lanes.next()?.name }
    #expect(Set(started) == ["a1", "a2", "b1"])
    #expect(!lanes.isLast(of: "a"))
    #expect(lanes.isLast(of: "b"))
    lanes.append(Item("B2"), host: "b")
    #expect(!lanes.isLast(of: "b"))
    lanes.finished(Item("a"), host: "a")
    #expect(lanes.isLast(of: "a"))
  }

  @Test("Closed hosts open in the order of their times, whichever was closed first")
  func openings() {
    let start = SuspendingClock.now
    var lanes = lanes(width: 4, perHost: 2, ["a", "b"])
    lanes.close("a", until: start + .seconds(1))
    lanes.close("b", until: start + .seconds(9))
    lanes.open(at: start)
    #expect(lanes.next()?.name == nil)
    lanes.open(at: start + .seconds(1))
    #expect(lanes.next()?.name == "a" && lanes.next()?.name == nil)
    lanes.open(at: start + .seconds(9))
    #expect(lanes.next()?.name == "b")
  }

  @Test("Waiting jobs of several hosts take turns")
  func turns() {
    var lanes = lanes(width: 4, perHost: 4, ["a1", "a2", "b1", "b2"])
    let order = (0..<4).map { _ in lanes.next()?.name }
    #expect(order == ["a1", "b1", "a2", "b2"])
  }

  @Test("Waiting jobs can be removed, one or all")
  func remove() {
    let jobs = ["a1", "a2", "a3"].map(Item.init)
    var lanes = lanes(width: 4, perHost: 4, jobs)
    #expect(lanes.take(jobs[0]))
    #expect(!lanes.take(jobs[0]))
    #expect(lanes.next()?.name == "a2")
    #expect(lanes.removeAll().map(\.name) == ["a3"])
    #expect(lanes.next()?.name == nil)
  }

  @Test("A removed waiting job does not delay the next one")
  func afterRemoval() {
    let job = Item("a1")
    var lanes = lanes(width: 1, perHost: 1, [job])
    _ = lanes.take(job)
    lanes.append(Item("a2"), host: "a")
    #expect(lanes.next()?.name == "a2")
    lanes.finished(Item("a"), host: "a")
    lanes.finished(Item("a"), host: "a")
    #expect(lanes.running == 0)
  }

  @Test("Waiting jobs of a closed host wait until it opens and do not delay others")
  func closed() {
    let now = SuspendingClock.now
    var lanes = lanes(width: 4, perHost: 4, ["a1", "a2", "b1"])
    lanes.close("a", until: now + .seconds(5))
    lanes.close("a", until: now + .seconds(2))
    #expect(lanes.next()?.name == "b1")
    #expect(lanes.next()?.name == nil)
    let late = Item("a3")
    lanes.append(late, host: "a")
    #expect(lanes.take(late))
    lanes.open(at: now + .seconds(4))
    #expect(lanes.next()?.name == nil && lanes.nextOpening == now + .seconds(5))
    lanes.open(at: now + .seconds(5))
    #expect(lanes.next()?.name == "a1" && lanes.nextOpening == nil)
    #expect(lanes.next()?.name == "a2")
  }

  @Test("A host with a smaller width gets fewer jobs at once")
  func narrow() {
    var lanes = lanes(width: 4, perHost: 4, ["a1", "a2", "a3"])
    lanes.setWidth(1, for: "a")
    #expect(lanes.next()?.name == "a1")
    #expect(lanes.next()?.name == nil)
    lanes.setWidth(nil, for: "a")
    #expect(lanes.next()?.name == "a2")
    #expect(lanes.removeAll(host: "a").map(\.name) == ["a3"])
    #expect(lanes.next()?.name == nil)
  }

  @Test("A host with a larger width gets more jobs at once")
  func wider() {
    var lanes = lanes(width: 8, perHost: 1, ["a1", "a2", "a3"])
    _ = lanes.next()
    #expect(lanes.next()?.name == nil)
    lanes.setWidth(3, for: "a")
    for _ in 0..<2 { #expect(lanes.next() != nil) }
  }

  @Test("One host has at most half of the file transfers while others wait")
  func share() {
    var lanes = Lanes<Item>(width: 6, widthPerHost: 6, files: 4)
    for number in 1...6 { lanes.append(Item("a\(number)"), host: "a") }
    for _ in 0..<4 { #expect(lanes.next()?.name.first == "a") }
    #expect(lanes.next()?.name == nil && !lanes.filesWait(besides: "a") && lanes.share == 2)
    for number in 1...6 { lanes.append(Item("b\(number)"), host: "b") }
    #expect(lanes.filesWait(besides: "a"))
    for _ in 0..<2 {
      lanes.finished(Item("a"), host: "a")
      #expect(lanes.next()?.name.first == "b")
    }
    // Each host has its half: a finished transfer makes room for its own host.
    lanes.finished(Item("a"), host: "a")
    #expect(lanes.next()?.name == "a5")
    lanes.finished(Item("b"), host: "b")
    #expect(lanes.next()?.name == "b3")
    // No other host waits: all transfers are available to one host again.
    _ = lanes.removeAll(host: "b")
    for _ in 0..<2 { lanes.finished(Item("b"), host: "b") }
    #expect(lanes.next()?.name == "a6" && lanes.runningFiles == 3)
  }

  @Test("API requests go before file transfers and have transfers of their own")
  func calls() {
    var lanes = Lanes<Item>(width: 3, widthPerHost: 3, files: 2)
    for name in ["a1", "a2", "a3", "A1", "A2"] { lanes.append(Item(name), host: "a") }
    #expect(lanes.next()?.name == "A1")
    lanes.finished(Item("A1"), host: "a")
    let rest = (0..<3).map { _ in lanes.next()?.name }
    #expect(rest == ["A2", "a1", "a2"])
    lanes.finished(Item("A2"), host: "a")
    #expect(lanes.next()?.name == nil)
    lanes.append(Item("A3"), host: "a")
    #expect(lanes.next()?.name == "A3" && lanes.running == 3 && lanes.runningFiles == 2)
  }
}
