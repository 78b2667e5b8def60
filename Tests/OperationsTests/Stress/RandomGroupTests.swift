import OperationsTesting
import RandomOperations
import Testing

/// Groups in groups, retries, keys, dependencies and sequences, parts of which fail, are cancelled,
/// settled or suspended at random moments. A hang fails the test as well.
@Suite("Random groups")
struct RandomGroupTests {
  @Test(
    "Each operation of a random group ends once, within the group's width, and is released",
    arguments: 0..<3)
  func disturbed(seed: UInt64) async throws {
    let world = RandomWorld()
    try await stress(tasks: 4, rounds: 10) { task, round in
      var random = SeededGenerator(seed: seed << 32 + UInt64(task << 16 + round))
      await runRandomQueue(world, &random)
      await runRandomTree(world, &random)
    }
    // The task that conducts an operation releases it a moment after its end.
    for _ in 0..<1_000_000 where world.living.current > 0 { await Task.yield() }
    #expect(world.living.current == 0)
    #expect(world.living.total > 100)
    #expect(world.faults.isEmpty)
  }
}
