import Locking
import Operations
import OperationsTesting

/// The state that random operations share, and the violations found in them.
package final class RandomWorld: Sendable {
  /// The operations that are not released yet, and how many there were.
  package let living = ConcurrencyGauge()
  let exclusion = Exclusion()
  private let violations = Locked<[String]>([])

  package init() {}

  /// The first hundred violations.
  package var faults: [String] { violations.withLock { $0 } }

  func check(_ isRight: Bool, _ fault: @autoclosure () -> String) {
    guard !isRight else { return }
    let fault = fault()
    violations.withLock { if $0.count < 100 { $0.append(fault) } }
  }
}

/// A value that an operation holds, and that lives as long as it.
final class Life: Sendable {
  private let world: RandomWorld
  private let ends = Locked<Int?>(nil)

  init(_ world: RandomWorld) {
    self.world = world
    world.living.enter()
  }

  deinit {
    let ends = ends.withLock { $0 }
    world.check(ends ?? 1 == 1, "an operation was released after \(ends ?? 0) ends")
    world.living.leave()
  }

  /// Checks that the operation ends once.
  func observe(_ operation: TaskOperation) {
    ends.withLock { $0 = 0 }
    operation.observe { if case .finished = $0 { self.ends.withLock { $0 = ($0 ?? 0) + 1 } } }
  }
}

/// The state that the children of one group share.
struct Circle: Sendable {
  let width: Int
  let gauge = ConcurrencyGauge()
  /// Set after the group's `cancel()` has returned.
  let isStopped = Locked(false)

  /// Counts a child whose body begins.
  func enter(_ world: RandomWorld) {
    gauge.enter()
    let current = gauge.current
    world.check(current <= width, "\(current) children run at once in a group of width \(width)")
  }
}
