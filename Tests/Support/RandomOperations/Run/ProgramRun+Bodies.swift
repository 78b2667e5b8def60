import Foundation
import Operations

/// The work of operations.
extension ProgramRun {
  func perform(_ body: Body, of id: Int) async throws -> Int {
    begin(id)
    defer { checks.end(id) }
    for step in body.steps { try await take(step, of: id) }
    switch body.end {
    case .value: return id
    case .failure: throw PartFailure(id: id)
    case .cancellation: throw CancellationError()
    }
  }

  func begin(_ id: Int) {
    checks.begin(id)
    let waiting = layout[id].part.dependencies.filter { operation($0)?.isFinished == false }
    checks.check(waiting.isEmpty, "#\(id) began before its dependencies \(waiting) have finished")
    if let group = layout[id].group, let operation = operation(id) {
      checks.checkProduced(operation, id, by: group)
    }
  }

  private func take(_ step: Body.Step, of id: Int) async throws {
    switch step {
    case .work(let amount): await checks.work(id) { await pause(amount) }
    case .add(let part, let group): add(part, to: group)
    case .run(let part, let group, let isCaught):
      try await passing(isCaught) { try await run(part, in: group, by: id) }
    case .runAlone(let part, let isCaught):
      try await passing(isCaught) { try await runAlone(part) }
    }
  }

  private func passing(_ isCaught: Bool, _ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch {
      if !isCaught { throw error }
    }
  }

  /// Adds a child to a group that cannot have finished.
  func add(_ part: Part, to group: Int) {
    take(part.id, by: group)
    do {
      try self.group(group)?.add(makeOperation(part))
    } catch {
      checks.check(false, "#\(group) refuses #\(part.id): \(error)")
    }
  }

  private func run(_ part: Part, in group: Int, by id: Int) async throws {
    checks.host(id, in: group, 1)
    defer { checks.host(id, in: group, -1) }
    take(part.id, by: group)
    guard group > 0 else { return try await runInHost(part) }
    guard let host = self.group(group) else {
      return checks.check(false, "#\(group) was released before #\(part.id), which it has to run")
    }
    let operation = makeAny(part)
    try await compare(operation, part.id) { try await operation.run(in: host) }
  }

  /// A task of an `AsyncQueue` performs another in the queue.
  private func runInHost(_ part: Part) async throws {
    guard let queue = state.withLock({ $0.queue }), case .leaf(let body) = part.kind else {
      return checks.check(false, "#\(part.id) has no queue")
    }
    _ = try await queue.perform { try await self.perform(body, of: part.id) }
  }

  func runAlone(_ part: Part) async throws {
    checks.note(part.id) { $0.isTaken = true }
    let operation = makeAny(part)
    try await compare(operation, part.id) { try await operation.runAlone() }
  }

  /// Compares what `body` returns or throws with the operation's outcome.
  private func compare(
    _ operation: any AnyAsyncOperation, _ id: Int, _ body: () async throws -> Void
  ) async throws {
    let thrown: (any Error)?
    do {
      try await body()
      thrown = nil
    } catch {
      thrown = error
    }
    let ending = operation.ending(of: id)
    checks.check(operation.isFinished, "#\(id) was run, and has not finished")
    let isSame = thrown.map { Ending($0) == ending } ?? (ending?.isValue == true)
    checks.check(
      isSame,
      "#\(id) ended with \(String(describing: ending)), and threw \(String(describing: thrown))")
    checks.note(id, with: ending)
    checkChildren(of: id)
    if let thrown { throw thrown }
  }

  func workPlainly(_ amount: Int, of id: Int) {
    begin(id)
    checks.enter(id)
    for _ in 0..<amount { sched_yield() }
    checks.leave(id)
    checks.end(id)
  }
}
