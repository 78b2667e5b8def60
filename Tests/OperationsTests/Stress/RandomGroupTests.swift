import OperationsTesting
import RandomOperations
import Testing

/// Groups in groups, retries, keys, dependencies and sequences, of which parts fail, are cancelled,
/// settled or suspended at random moments. That a test comes to its end is part of what it shows.
@Suite("Random groups")
struct RandomGroupTests {
  @Test("each operation ends once, in its group's width, and none is left", arguments: 0..<3)
  func disturbed(seed: UInt64) async throws {
    let world = RandomWorld()
    try await stress(tasks: 4, rounds: 10) { task, round in
      var dice = Dice(seed: seed << 32 + UInt64(task << 16 + round))
      await runRandomQueue(world, &dice)
      await runRandomTree(world, &dice)
    }
    // Who conducts an operation lets go of it a moment after its end.
    for _ in 0..<1_000_000 where world.living.current > 0 { await Task.yield() }
    #expect(world.living.current == 0)
    #expect(world.living.total > 100)
    #expect(world.faults.isEmpty)
  }
}
