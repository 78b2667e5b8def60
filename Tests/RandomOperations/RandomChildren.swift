import Foundation
import Operations

/// A piece of work, which may fail, in a group of its own or of others.
final class RandomLeaf: AsyncOperation<Int>, @unchecked Sendable {
  struct Failure: Error {}

  private let life: Life
  private let world: RandomWorld
  private let circle: Circle
  private let random: SeededGenerator

  init(_ world: RandomWorld, in circle: Circle, _ random: inout SeededGenerator) {
    life = Life(world)
    self.world = world
    self.circle = circle
    self.random = random.fork()
    super.init()
    life.observe(self)
    if random.rolls(4) {
      requireExclusive(Set(["a", "b", "c"].filter { _ in random.rolls(2) }), in: world.exclusion)
    }
  }

  override func perform() async throws -> Int {
    var random = random
    // A group that was stopped before this began has cancelled this too, or is about to.
    if circle.isStopped.withLock({ $0 }) { while !Task.isCancelled { await Task.yield() } }
    circle.enter(world)
    defer { circle.gauge.leave() }
    await random.pause()
    if random.rolls(4) { throw Failure() }
    return 1
  }
}

/// A plain operation in a group.
final class RandomPlain: Operation, @unchecked Sendable {
  private let life: Life
  private let world: RandomWorld
  private let circle: Circle

  init(_ world: RandomWorld, in circle: Circle) {
    life = Life(world)
    self.world = world
    self.circle = circle
  }

  /// The value may be outdated when the queue stores it, as on a busy machine: a queue that relies
  /// on it hangs.
  override var isReady: Bool {
    let isReady = super.isReady
    if !isReady { sched_yield() }
    return isReady
  }

  override func main() {
    circle.enter(world)
    circle.gauge.leave()
  }
}
