import Foundation
import Operations

/// What happens to operations from outside.
extension ProgramRun {
  /// Begins the disturbances of an operation; those without a delay are done when this returns.
  func disturb(_ operation: Operation, _ part: Part) {
    for disturbance in part.disturbances {
      guard let delay = disturbance.delay else {
        disturbNow(disturbance.kind, operation, part.id)
        continue
      }
      disturb(after: delay) {
        guard case .suspend(let time) = disturbance.kind else {
          return self.disturbNow(disturbance.kind, operation, part.id)
        }
        guard let group = operation as? any AnyGroup else { return }
        await self.suspend(part.id, for: time) { group.suspend() }
      }
    }
  }

  /// Runs `body` in a task that the run waits for.
  func disturb(after delay: Int?, _ body: @escaping @Sendable () async -> Void) {
    state.withLock { $0.pending += 1 }
    Task {
      await pause(delay ?? 0)
      await body()
      self.state.withLock { $0.pending -= 1 }
    }
  }

  func suspend(_ group: Int, for time: Int, _ takeToken: () -> SuspensionToken) async {
    let token = takeToken()
    let number = checks.suspended(group)
    await pause(time)
    checks.resuming(group, number)
    token.resume()
  }

  private func disturbNow(_ kind: Disturbance.Kind, _ operation: Operation, _ id: Int) {
    switch kind {
    case .cancel: cancel(operation, id)
    case .settle(let isValue): settle(operation, id, isValue)
    case .cancelChildren: (operation as? any AnyGroup)?.cancelChildren()
    case .addLate(let part): addLate(part, to: operation, id)
    case .suspend: break
    }
  }

  private func cancel(_ operation: Operation, _ id: Int) {
    operation.cancel()
    guard let operation = operation as? any AnyAsyncOperation else { return }
    let ending = operation.ending(of: id)
    checks.check(ending != nil, "#\(id) was cancelled, and has no outcome")
    checks.note(id, with: ending) { _, record in record.isCancelled = true }
  }

  private func settle(_ operation: Operation, _ id: Int, _ isValue: Bool) {
    let isFirst: Bool
    let new = isValue ? Ending.value(-id) : .failure(.settled(id))
    if isValue, let operation = operation as? AsyncOperation<Int> {
      isFirst = operation.settle(.value(-id))
    } else if let operation = operation as? any AnyAsyncOperation {
      isFirst = operation.settleWithFailure(PartFailure(id: id, isSettled: true))
    } else {
      return
    }
    let ending = (operation as? any AnyAsyncOperation)?.ending(of: id)
    checks.check(
      (ending == new) == isFirst,
      "#\(id) was settled: \(isFirst), and has \(String(describing: ending))")
    checks.note(id, with: ending)
  }

  private func addLate(_ part: Part, to operation: Operation, _ id: Int) {
    guard let group = operation as? any AnyGroup else { return }
    do {
      try group.add(makeOperation(part))
      take(part.id, by: id)
    } catch {
      checks.check(error == .groupIsFinished, "#\(id) refuses #\(part.id): \(error)")
    }
  }
}
