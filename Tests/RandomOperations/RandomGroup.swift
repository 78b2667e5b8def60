import Foundation
import Locking
import Operations
import OperationsTesting

/// A group with children of all kinds: plain, own, retries and groups. Parts of it fail, are cancelled,
/// settled or suspended at random moments.
package final class RandomGroup: GroupOperation<Int>, @unchecked Sendable {
  private let life: Life
  let world: RandomWorld
  let circle: Circle
  private let depth: Int
  private let random: SeededGenerator

  /// A group with groups in it, `depth` deep.
  package init(_ world: RandomWorld, depth: Int, _ random: inout SeededGenerator) {
    life = Life(world)
    self.world = world
    circle = Circle(width: 1 + random.number(below: 3))
    self.depth = depth
    self.random = random.fork()
    super.init(width: circle.width, policy: random.rolls(2) ? .stop : .continue)
    life.observe(self)
  }

  package override func perform() async throws -> Int {
    var random = random
    var last: Operation?
    for _ in 0..<(1 + random.number(below: 8)) { last = await addChild(behind: last, &random) }
    if random.rolls(2) { try await runSequence(&random) }
    disturb(self, &random)
    await random.pause()
    return 1
  }

  private func addChild(behind last: Operation?, _ random: inout SeededGenerator) async -> Operation
  {
    let child = random.rolls(4) ? RandomPlain(world, in: circle) : child(&random)
    if random.rolls(3), let last { child.addDependency(last) }
    disturb(child, &random)
    if let own = child as? AsyncOperation<Int>, random.rolls(4) {
      _ = try? await run(own)
    } else {
      try? add(child)
    }
    return child
  }

  private func child(_ random: inout SeededGenerator) -> AsyncOperation<Int> {
    if depth > 0, random.rolls(3) { return RandomGroup(world, depth: depth - 1, &random) }
    guard random.rolls(2) else { return RandomLeaf(world, in: circle, &random) }
    let attempts = Locked(random.fork())
    guard random.rolls(4) else { return retry(attempts, &random) }
    // An operation that runs another in the same group, and so lends it its slot.
    return AsyncOperation { [world, circle, unowned self] in
      try await self.run(attempts.withLock { RandomLeaf(world, in: circle, &$0) })
    }
  }

  private func retry(_ attempts: Locked<SeededGenerator>, _ random: inout SeededGenerator)
    -> AsyncOperation<Int>
  {
    let moment = random.fork()
    let clock = ImmediateClock { _ in
      var moment = moment
      await moment.pause()
    }
    let policy = RetryPolicy(
      attempts: 3, backoff: .constant(.seconds(1)), keepsSlot: random.rolls(2), clock: clock)
    return RetryOperation(policy) { [world, circle] _ in
      attempts.withLock { RandomLeaf(world, in: circle, &$0) }
    }
  }

  private func runSequence(_ random: inout SeededGenerator) async throws {
    let inputs = (0..<random.number(below: 20)).map { _ in random.next() }
    let inner = Circle(width: 1 + random.number(below: 3))
    let sequence = GroupOperation.over(inputs, width: inner.width, policy: .continue) {
      [world] input in
      var random = SeededGenerator(seed: input)
      return RandomLeaf(world, in: inner, &random)
    }
    disturb(sequence, &random)
    guard let outcomes = try? await run(sequence) else { return }
    world.check(
      outcomes.count == inputs.count, "\(outcomes.count) outcomes of \(inputs.count) inputs")
  }

  /// Changes an operation after a moment.
  private func disturb(_ operation: Operation, _ random: inout SeededGenerator) {
    guard random.rolls(3) else { return }
    var moment = random.fork()
    let kind = random.number(below: 4)
    Task { [circle] in
      await moment.pause()
      switch (kind, operation) {
      case (0, let group as RandomGroup): group.addLate(&moment)
      case (1, let group as RandomGroup):
        let token = group.suspend()
        await moment.pause()
        token.resume()
      case (2, let leaf as RandomLeaf): leaf.settle(.value(2))
      default:
        operation.cancel()
        if operation === self { circle.isStopped.withLock { $0 = operation.isCancelled } }
      }
    }
  }

  private func addLate(_ random: inout SeededGenerator) {
    let late = RandomLeaf(world, in: circle, &random)
    guard (try? add(late)) == nil else { return }
    late.cancel()
    late.start()
  }
}
