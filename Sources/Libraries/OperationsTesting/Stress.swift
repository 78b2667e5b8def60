import Operations

/// Runs `body` from many tasks at once, `rounds` times in each, all starting together.
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

/// A gate that a test opens: tasks that arrive before wait, later ones pass.
public final class Gate: Sendable {
  private let door = Door()

  /// A closed gate.
  public init() {}

  /// Opens the gate for all tasks, now and later.
  public func open() { door.open() }

  /// Waits until the gate is open. Throws `CancellationError` if the task is cancelled before.
  public func pass() async throws { try await door.pass() }
}
