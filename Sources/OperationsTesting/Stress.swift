/// Runs `body` from many tasks at once, `rounds` times in each, all beginning together.
///
/// `body` gets the number of the task and of its round, both from 0. Rethrows the first error.
public func stress(
  tasks: Int, rounds: Int,
  _ body: @escaping @Sendable (_ task: Int, _ round: Int) async throws -> Void
) async throws {
  let start = Gate()
  try await withThrowingTaskGroup(of: Void.self) { group in
    for task in 0..<tasks {
      group.addTask {
        try await start.pass()
        for round in 0..<rounds { try await body(task, round) }
      }
    }
    start.open()
    try await group.waitForAll()
  }
}
