import Locking

/// What this process may ask of hosts if several processes share their limits. Any thread.
package final class HostShares: Sendable {
  /// What changed, for the engine's thread.
  struct Change {
    let number: Int
    let workers: Int
    /// Until when no transfers to hosts start.
    let pauses: [String: SuspendingClock.Instant]
  }

  private struct State {
    var place = 0
    var workers = 1
    var number = 0
    var pauses: [String: SuspendingClock.Instant] = [:]
  }

  private let state = Locked(State())

  package init() {}

  /// - Parameters:
  ///   - place: Of this process among all, counted from 0.
  ///   - pauses: For how long hosts want no transfers, as some process was told.
  package func set(place: Int, of workers: Int, pauses: [String: Duration]) {
    let now = SuspendingClock.now
    state.withLock { state in
      (state.place, state.workers) = (max(0, place), max(1, workers))
      state.pauses = pauses.mapValues { now + $0 }
      state.number += 1
    }
  }

  /// Nil if nothing changed since the change with that number.
  func change(since number: Int) -> Change? {
    state.withLock { state in
      guard state.number != number else { return nil }
      return Change(number: state.number, workers: state.workers, pauses: state.pauses)
    }
  }

  var workers: Int { state.withLock(\.workers) }

  /// This process's part of a number of transfers; 0 if there are fewer than processes.
  func part(of total: Int) -> Int {
    let (place, workers) = state.withLock { ($0.place, $0.workers) }
    return total / workers + (place < total % workers ? 1 : 0)
  }
}
