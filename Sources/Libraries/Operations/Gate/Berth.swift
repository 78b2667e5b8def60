import Foundation
import Locking

/// The slots of a group and the group's own place. A child of the group has one of the slots.
final class Seat: Sendable {
  let slots: Slots
  let outer: Place?
  /// The group's executor, for children without one.
  let executor: (any TaskExecutor)?
  /// The queue in whose slot the group runs.
  let home: OperationQueue?

  init(slots: Slots, outer: Place?, executor: (any TaskExecutor)?, home: OperationQueue?) {
    self.slots = slots
    self.outer = outer
    self.executor = executor
    self.home = home
  }
}

/// The slot of one child, for operations inside that lend it.
///
/// A value that tasks inherit: it does not retain the operation, which such tasks may outlive. One reference, because
/// a larger value takes longer to become a task-local one.
struct Berth: Sendable {
  private enum Use {
    case unused
    case used(Place)
    case over
  }

  /// The innermost slot that the task works in.
  @TaskLocal static var current: Berth?

  private let state: Locked<(seat: Seat, use: Use)>

  init(_ seat: Seat) { state = Locked((seat, .unused)) }

  var seat: Seat { state.withLock { $0.seat } }

  /// The child's place; nil after its end. Created on request, because few children lend their slots.
  func place() -> Place? {
    state.withLock { state in
      switch state.use {
      case .used(let place): return place
      case .over: return nil
      case .unused:
        let place = Place(state.seat.slots, in: state.seat.outer)
        state.use = .used(place)
        return place
      }
    }
  }

  /// The child ends: no place is created any more. Returns the place, if there is one.
  func close() -> Place? {
    state.withLock { state in
      defer { state.use = .over }
      guard case .used(let place) = state.use else { return nil }
      return place
    }
  }
}
