import Foundation
import Operations
import OperationsTesting

/// Making operations.
extension ProgramRun {
  /// Makes an operation with all that belongs to it.
  func makeOperation(_ part: Part) -> Operation {
    switch part.kind {
    case .plain(let work): prepare(PlainPart { self.workPlainly(work, of: part.id) }, part)
    default: makeAny(part)
    }
  }

  func makeAny(_ part: Part) -> any AnyAsyncOperation {
    switch part.kind {
    case .list(let plan): makeList(plan, part)
    case .tree(let plan): prepare(makeTree(plan, of: part.id), part)
    default: make(part)
    }
  }

  /// Makes an operation whose value is a number.
  func make(_ part: Part) -> AsyncOperation<Int> {
    switch part.kind {
    case .leaf(let body):
      return prepare(AsyncOperation { try await self.perform(body, of: part.id) }, part)
    case .retry(let plan): return prepare(makeRetry(plan, of: part.id), part)
    case .group(let plan):
      let group = GroupOperation(width: plan.width, policy: plan.stops ? .stop : .continue) { _ in
        try await self.perform(plan.body, of: part.id)
      }
      _ = prepare(group, part)
      for child in plan.early { add(child, to: part.id) }
      return group
    case .plain, .list, .tree: preconditionFailure("#\(part.id) has no number as its value")
    }
  }

  func prepare<Made: Operation>(_ operation: Made, _ part: Part) -> Made {
    let id = part.id
    state.withLock { $0.made[id] = .init(operation, isKept: part.isKept) }
    for dependency in part.dependencies {
      if let dependency = self.operation(dependency) { operation.addDependency(dependency) }
    }
    guard let task = operation as? any AnyAsyncOperation else {
      disturb(operation, part)
      return operation
    }
    if !part.keys.isEmpty { task.requireExclusive(part.keys, in: exclusion) }
    if part.requiresSuccess { task.requireSuccessOfDependencies() }
    if part.isObserved {
      task.observe { [weak task] event in
        self.checks.saw(event, of: id, task?.ending(of: id))
        if case .finished = event { self.checkChildren(of: id) }
      }
    }
    disturb(operation, part)
    return operation
  }

  private func makeRetry(_ plan: RetryPlan, of id: Int) -> AsyncOperation<Int> {
    let clock = ImmediateClock { _ in await pause(plan.pause) }
    let backoff: Backoff = plan.pause == 0 ? .none : .constant(.seconds(1))
    let policy = RetryPolicy(
      attempts: plan.attempts.count, backoff: backoff, keepsSlot: plan.keepsSlot, clock: clock)
    return RetryOperation(policy) { number in
      if number == 1 { self.begin(id) }
      self.beginAttempt(number, of: id, plan)
      let attempt = plan.attempts[min(number, plan.attempts.count) - 1]
      self.checks.note(attempt.id) { $0.isTaken = true }
      return self.make(attempt)
    }
  }

  /// An attempt follows one that has failed.
  private func beginAttempt(_ number: Int, of id: Int, _ plan: RetryPlan) {
    checks.note(id) { $0.attempts += 1 }
    let count = checks.change { $0.records[id]?.attempts }
    checks.check(
      count == number && number <= plan.attempts.count,
      "#\(id): attempt \(number) is made as \(count ?? 0)")
    guard number > 1, number <= plan.attempts.count else { return }
    let former = plan.attempts[number - 2].id
    let ending = made(former)?.ending(of: former)
    checks.check(
      ending?.isFailure == true,
      "#\(id): attempt \(number) follows \(ending.map { "\($0)" } ?? "none")")
  }

  /// The group `id`, or the host, has the operation.
  func take(_ child: Int, by id: Int) {
    checks.note(child) { $0.isTaken = true }
    checks.note(id) { $0.children.append(child) }
  }
}
