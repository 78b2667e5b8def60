import TestSupport
import Testing

@testable import Catalog

@Suite("The division of a host's transfers among workers")
struct HostTurnsTests {
  private typealias Contender = HostTurns.Contender

  private func contender(
    _ worker: Int64, slots: Int = 0, wanted: Int = 9, turn: Double? = nil, heldFor: Double? = nil
  ) -> Contender {
    Contender(
      worker: worker, part: 0, slots: slots, wanted: wanted, turn: turn ?? Double(worker),
      heldFor: heldFor)
  }

  @Test("Few contenders get the same number, as far as they want it")
  func even() {
    let alone = HostTurns.grant(contender(1), held: 0, among: [], width: 8)
    #expect(alone == HostTurns.Grant(slots: 8, recorded: 8, isOver: false))
    let others = [contender(2), contender(3)]
    let shares = [1, 4].map {
      HostTurns.grant(contender($0), held: 0, among: others, width: 8).slots
    }
    #expect(shares == [3, 2])
    let modest = HostTurns.grant(
      contender(4), held: 0, among: [contender(2, wanted: 1), contender(3, wanted: 1)], width: 8)
    #expect(modest.slots == 6)
    #expect(HostTurns.grant(contender(1, wanted: 0), held: 2, among: [], width: 8).recorded == 2)
  }

  @Test("Nobody gets what others still have, and who has too much gives back what it does not use")
  func exchange() {
    let before = contender(1, slots: 8)
    let new = HostTurns.grant(contender(2), held: 0, among: [before], width: 8)
    #expect(new.slots == 0)
    let reduced = HostTurns.grant(before, held: 8, among: [contender(2)], width: 8)
    #expect(reduced.slots == 4 && reduced.recorded == 8)
    let done = HostTurns.grant(before, held: 4, among: [contender(2)], width: 8)
    #expect(done.slots == 4 && done.recorded == 4)
  }

  @Test("Of too many contenders the first get one each, for a time")
  func turns() {
    let line = [contender(1, slots: 1, heldFor: 3), contender(2, slots: 1, heldFor: 10)]
    let third = HostTurns.grant(contender(3), held: 0, among: line, width: 2)
    #expect(third == HostTurns.Grant(slots: 0, recorded: 0, isOver: false))
    let first = HostTurns.grant(line[0], held: 1, among: [line[1], contender(3)], width: 2)
    #expect(first == HostTurns.Grant(slots: 1, recorded: 1, isOver: false))
    let second = HostTurns.grant(line[1], held: 1, among: [line[0], contender(3)], width: 2)
    #expect(second == HostTurns.Grant(slots: 0, recorded: 1, isOver: true))
    let nobodyWaits = HostTurns.grant(line[1], held: 1, among: [line[0]], width: 2)
    #expect(nobodyWaits.slots == 1 && !nobodyWaits.isOver)
  }

  /// Workers in memory, which use their slots, wish at random, and die.
  private struct World {
    struct Process {
      var slots = 0
      var used = 0
      var row: Contender?
      var wanted = 0
      var lastDeath = 0.0
    }

    let width: Int
    var now = 0.0
    var processes: [Process]
    var heldSince: [Double?]
    /// Slots that each has had.
    var turns: [Int]
    var dice: SeededGenerator

    init(workers: Int, width: Int, seed: UInt64) {
      self.width = width
      processes = Array(repeating: Process(), count: workers)
      heldSince = Array(repeating: nil, count: workers)
      turns = Array(repeating: 0, count: workers)
      dice = SeededGenerator(seed: seed)
    }

    var used: Int { processes.reduce(0) { $0 + $1.used } }

    /// What the process reports is what it uses at most; it starts transfers between reports.
    mutating func step(_ index: Int) {
      var process = processes[index]
      process.used = process.wanted == 0 ? 0 : max(min(process.used, process.slots), 0)
      let held = max(process.used, process.slots)
      let others = processes.indices.filter { $0 != index }.compactMap { other -> Contender? in
        var row = processes[other].row
        row?.heldFor = heldSince[other].map { now - $0 }
        return row
      }
      var me =
        process.row
        ?? Contender(
          worker: Int64(index), part: 0, slots: 0, wanted: 0, turn: .greatestFiniteMagnitude)
      me.heldFor = heldSince[index].map { now - $0 }
      me.wanted = process.wanted
      let grant = HostTurns.grant(me, held: held, among: others, width: width)
      if process.row == nil || grant.isOver { me.turn = now + Double(index) / 1000 }
      me.slots = grant.recorded
      heldSince[index] = grant.slots == 0 ? nil : heldSince[index] ?? now
      process.slots = grant.slots
      process.used = min(process.wanted, grant.slots)
      process.row = grant.recorded == 0 && process.wanted == 0 ? nil : me
      if grant.slots > 0 { turns[index] += 1 }
      processes[index] = process
    }

    /// Its lease is over: its row is deleted.
    mutating func kill(_ index: Int) {
      processes[index] = Process()
      heldSince[index] = nil
    }
  }

  @Test(
    "One to 50 workers never exceed a width, whoever dies, and use all of it",
    arguments: [1, 3, 10, 50], [1, 2, 5, 8])
  func simulation(workers: Int, width: Int) {
    var world = World(workers: workers, width: width, seed: UInt64(workers * 10 + width))
    for round in 0..<400 {
      world.now += 1 / Double(workers)
      let index = Int.random(in: 0..<workers, using: &world.dice)
      if round % 97 == 96 { world.kill(index) }
      world.processes[index].wanted = Int.random(in: 0...9, using: &world.dice)
      world.step(index)
      guard world.used <= width else {
        Issue.record("\(world.used) transfers in round \(round)")
        return
      }
    }
    for index in world.processes.indices { world.processes[index].wanted = 9 }
    for _ in 0..<6 { for index in world.processes.indices { world.step(index) } }
    #expect(world.used == width)
  }

  @Test("Each of many workers gets its turn", arguments: [1, 2, 5])
  func fairness(width: Int) {
    let workers = 10
    var world = World(workers: workers, width: width, seed: 1)
    for index in world.processes.indices { world.processes[index].wanted = 9 }
    for _ in 0..<(13 * workers / width + 20) {
      world.now += 1
      for index in world.processes.indices { world.step(index) }
      #expect(world.used <= width)
    }
    #expect(world.turns.allSatisfy { $0 > 0 })
  }
}
