import Foundation
import Locking
import Operations
import OperationsTesting
import Testing

/// Groups in groups, retries, keys, dependencies and sequences, of which parts fail, are cancelled,
/// settled or suspended at random moments. That a test comes to its end is part of what it shows.
@Suite("Random groups")
struct RandomGroupTests {
  @Test("each operation ends once, in its group's width, and none is left", arguments: 0..<3)
  func disturbed(seed: UInt64) async throws {
    let world = World()
    try await stress(tasks: 4, rounds: 10) { task, round in
      var dice = Dice(state: seed << 32 + UInt64(task << 16 + round))
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      let operations = (0..<2).map { _ in Node(world, depth: 2, &dice) }
      queue.add(operations)
      if dice.rolls(4) {
        await dice.pause()
        queue.cancelAllOperations()
      }
      for operation in operations { _ = await operation.outcome }
      await queue.idle()
    }
    // Who conducts an operation lets go of it a moment after its end.
    for _ in 0..<1_000_000 where world.living.current > 0 { await Task.yield() }
    #expect(world.living.current == 0)
    #expect(world.ends.events.count == world.living.total)
    #expect(world.ends.events.allSatisfy { $0 == 1 })
  }
}

/// What all operations share.
private final class World: Sendable {
  let living = ConcurrencyGauge()
  /// How often each operation was told to have ended, when it is released.
  let ends = EventRecorder<Int>()
  let exclusion = Exclusion()
}

/// What an operation holds, and so lives as long as it.
private final class Life: Sendable {
  private let world: World
  private let ends = Locked(0)

  init(_ world: World) {
    self.world = world
    world.living.enter()
  }

  deinit {
    world.ends.record(ends.withLock { $0 })
    world.living.leave()
  }

  func observe(_ operation: TaskOperation) {
    operation.observe { if case .finished = $0 { self.ends.withLock { $0 += 1 } } }
  }
}

/// A piece of work, which may fail, in a group of its own or of others.
private final class Leaf: AsyncOperation<Int>, @unchecked Sendable {
  private let life: Life
  private let circle: Circle
  private let dice: Dice

  init(_ world: World, in circle: Circle, _ dice: inout Dice) {
    life = Life(world)
    self.circle = circle
    self.dice = Dice(state: dice.next())
    super.init()
    life.observe(self)
    if dice.rolls(4) {
      requireExclusive(Set(["a", "b", "c"].filter { _ in dice.rolls(2) }), in: world.exclusion)
    }
  }

  override func perform() async throws -> Int {
    var dice = dice
    // A group that was stopped before this began has cancelled this too, or is about to.
    if circle.isStopped.withLock({ $0 }) { while !Task.isCancelled { await Task.yield() } }
    circle.gauge.enter()
    defer { circle.gauge.leave() }
    #expect(circle.gauge.current <= circle.width)
    await dice.pause()
    if dice.rolls(4) { throw Broken() }
    return 1
  }
}

/// What the children of one group share.
private struct Circle: Sendable {
  let width: Int
  let gauge = ConcurrencyGauge()
  /// Set after the group's `cancel()` has returned.
  let isStopped = Locked(false)
}

/// A group with children of all kinds.
private final class Node: GroupOperation<Int>, @unchecked Sendable {
  private let life: Life
  private let world: World
  private let circle: Circle
  private let depth: Int
  private let dice: Dice

  init(_ world: World, depth: Int, _ dice: inout Dice) {
    life = Life(world)
    self.world = world
    circle = Circle(width: 1 + dice.number(below: 3))
    self.depth = depth
    self.dice = Dice(state: dice.next())
    super.init(width: circle.width, policy: dice.rolls(2) ? .stop : .continue)
    life.observe(self)
  }

  override func perform() async throws -> Int {
    var dice = dice
    var last: Operation?
    for _ in 0..<(1 + dice.number(below: 8)) {
      let child = child(&dice)
      if dice.rolls(3), let last { child.addDependency(last) }
      disturb(child, &dice)
      if dice.rolls(4) { _ = try? await run(child) } else { try add(child) }
      last = child
    }
    if dice.rolls(2) { try await runSequence(&dice) }
    disturb(self, &dice)
    await dice.pause()
    return 1
  }

  private func child(_ dice: inout Dice) -> AsyncOperation<Int> {
    if depth > 0, dice.rolls(3) { return Node(world, depth: depth - 1, &dice) }
    guard dice.rolls(2) else { return Leaf(world, in: circle, &dice) }
    let attempts = Locked(Dice(state: dice.next()))
    let sleep = Dice(state: dice.next())
    let clock = ImmediateClock { _ in
      var sleep = sleep
      await sleep.pause()
    }
    let policy = RetryPolicy(attempts: 3, backoff: .constant(.seconds(1)), clock: clock)
    return RetryOperation(policy) { [world, circle] _ in
      attempts.withLock { Leaf(world, in: circle, &$0) }
    }
  }

  private func runSequence(_ dice: inout Dice) async throws {
    let inputs = (0..<dice.number(below: 20)).map { _ in dice.next() }
    let inner = Circle(width: 1 + dice.number(below: 3))
    let sequence = GroupOperation.over(inputs, width: inner.width, policy: .continue) {
      [world] input in
      var dice = Dice(state: input)
      return Leaf(world, in: inner, &dice)
    }
    disturb(sequence, &dice)
    guard let outcomes = try? await run(sequence) else { return }
    #expect(outcomes.count == inputs.count)
  }

  /// Does something to an operation in a moment.
  private func disturb(_ operation: TaskOperation, _ dice: inout Dice) {
    guard dice.rolls(3) else { return }
    var moment = Dice(state: dice.next())
    let kind = dice.number(below: 4)
    Task { [world, circle] in
      await moment.pause()
      switch (kind, operation) {
      case (0, let node as Node):
        let late = Leaf(world, in: node.circle, &moment)
        if (try? node.add(late)) == nil { late.start() }
      case (1, let node as Node):
        let token = node.suspend()
        await moment.pause()
        token.resume()
      case (2, let leaf as Leaf): leaf.settle(.value(2))
      default:
        operation.cancel()
        if operation === self { circle.isStopped.withLock { $0 = operation.isCancelled } }
      }
    }
  }
}

/// SplitMix64: the same numbers for the same seed.
private struct Dice: RandomNumberGenerator, Sendable {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func number(below bound: Int) -> Int { .random(in: 0..<bound, using: &self) }

  /// True once in `sides` times.
  mutating func rolls(_ sides: Int) -> Bool { number(below: sides) == 0 }

  /// Lets others go on for a while.
  mutating func pause() async {
    for _ in 0..<number(below: 30) { await Task.yield() }
  }
}
