import Foundation
import Operations

/// The outermost operations.
extension ProgramRun {
  /// Runs the outermost operations to their ends.
  func host() async {
    switch program.host {
    case .caller: await runByHand()
    case .operationQueue(let width): await runInQueue(width)
    case .asyncQueue(let width): await runInAsyncQueue(width)
    }
  }

  private func runByHand() async {
    await withDiscardingTaskGroup { group in
      for part in program.parts {
        group.addTask { try? await self.runAlone(part) }
      }
      for disturbance in program.disturbances {
        group.addTask {
          await pause(disturbance.delay ?? 0)
          for part in self.program.parts { self.operation(part.id)?.cancel() }
        }
      }
    }
  }

  private func runInQueue(_ width: Int) async {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = width
    let suspension = Suspension(of: queue)
    for disturbance in program.disturbances {
      disturb(after: disturbance.delay) {
        guard case .suspend(let time) = disturbance.kind else { return queue.cancelAllOperations() }
        await self.suspend(0, for: time) { suspension.suspend() }
      }
    }
    let operations = program.parts.map(makeOperation)
    // On Linux a dependent that is enqueued while its dependency ends may never run.
    let token = suspension.suspend()
    for (part, operation) in zip(program.parts, operations) {
      take(part.id, by: 0)
      queue.addOperation(operation)
    }
    token.resume()
    await waitForEnds()
  }

  private func runInAsyncQueue(_ width: Int) async {
    let queue = AsyncQueue(width: width)
    state.withLock { $0.queue = queue }
    for disturbance in program.disturbances {
      disturb(after: disturbance.delay) {
        guard case .suspend(let time) = disturbance.kind else { return queue.cancelAllTasks() }
        await self.suspend(0, for: time) { queue.suspend() }
      }
    }
    for part in program.parts {
      take(part.id, by: 0)
      do {
        try queue.add(makeOperation(part))
      } catch {
        checks.check(false, "#\(part.id) is refused: \(error)")
      }
    }
    await waitForEnds()
    try? await queue.idle()
    state.withLock { $0.queue = nil }
  }

  private func waitForEnds() async {
    for part in program.parts {
      // The run keeps them. A plain one has no other way to tell its end.
      guard let operation = operation(part.id) else { continue }
      await (operation as? any AnyAsyncOperation)?.waitForEnd()
      while !operation.isFinished { await Task.yield() }
    }
  }
}
