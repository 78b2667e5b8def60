import Foundation
import Locking
import Operations

/// One run of a program, whose checks compare it with the model.
package final class ProgramRun: Sendable {
  struct State: Sendable {
    var made: [Int: Made] = [:]
    var queue: AsyncQueue?
    /// The disturbances that have not ended.
    var pending = 0
    var isOver = false
  }

  package let program: Program
  let model: Model
  let checks: Checks
  let exclusion = Exclusion()
  let state = Locked(State())
  var layout: Layout { model.layout }

  package init(_ program: Program) {
    self.program = program
    model = Model(program)
    checks = Checks(model.layout)
  }

  /// The number of operations that were made.
  package var count: Int { state.withLock { $0.made.count } }

  var isOver: Bool { state.withLock { $0.isOver } }

  /// The differences between the model and the run.
  package var faults: [String] { checks.faults }

  /// The operations that have not ended.
  package var unfinished: String {
    checks.unfinished { id in self.operation(id)?.isFinished }
  }

  /// Runs the program to its end, compares it with the model, and releases the operations.
  @concurrent package func run() async {
    await host()
    while state.withLock({ $0.pending > 0 }) { await Task.yield() }
    compare()
    await checkRelease()
    state.withLock { $0.isOver = true }
  }

  /// Runs the program, and returns the differences from the model. If that takes so long that it hangs, that is one, and
  /// all operations are cancelled, so that the rest may end.
  package func faults(within limit: Duration) async -> [String] {
    Task { await run() }
    let end = ContinuousClock.now + limit
    while !isOver {
      guard ContinuousClock.now < end else {
        defer { for made in state.withLock({ Array($0.made.values) }) { made.operation?.cancel() } }
        return faults + ["hangs:\n\(unfinished)"]
      }
      await Task.yield()
    }
    return faults
  }

  func operation(_ id: Int) -> Operation? { made(id)?.operation }
  func made(_ id: Int) -> Made? { state.withLock { $0.made[id] } }
  func group(_ id: Int) -> (any AnyGroup)? { operation(id) as? any AnyGroup }

  /// Releases what the run keeps. Whatever lives on then, the library has not released: the task that conducts an
  /// operation may release it a moment after its end.
  private func checkRelease() async {
    let made = state.withLock { state in
      for id in state.made.keys { state.made[id]?.kept = nil }
      return state.made
    }
    let end = ContinuousClock.now + .seconds(60)
    let alive = { made.filter { $0.value.operation != nil }.keys.sorted() }
    while !alive().isEmpty, ContinuousClock.now < end { await Task.yield() }
    checks.check(alive().isEmpty, "not released: \(alive())")
  }
}
