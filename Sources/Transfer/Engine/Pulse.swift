/// Where the engine's thread is, for the watchdog: the number of its turn, and when what it does in it
/// is overdue.
struct Pulse: Equatable {
  private(set) var turn: UInt64 = 0
  /// Nil: nothing is under way.
  private(set) var due: SuspendingClock.Instant?

  mutating func beginTurn(due: SuspendingClock.Instant?) {
    turn &+= 1
    self.due = due
  }

  /// Whether the thread is still in the same turn as at the last look, and should not be.
  func isOverdue(since last: Pulse?, at now: SuspendingClock.Instant) -> Bool {
    self == last && due.map { now >= $0 } ?? false
  }
}
