import Foundation

/// Ends what is overdue and cannot be interrupted, from a thread of its own: a call that does not
/// return may block the engine's thread, or all threads of Swift's pool.
///
/// Counts its own looks rather than the time, so that a process that was stopped for a while (SIGSTOP)
/// has the whole limit when it continues. It runs until `stop` or the action.
package final class Watchdog: Sendable {
  /// What is overdue may take so many seconds more.
  package static let grace = 30

  private let stopped = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - interval: between two looks.
  ///   - isOverdue: called at each look, on the watchdog's thread; must not block.
  ///   - action: called once, on that thread, when `Watchdog.grace` looks in a row were overdue.
  package init(
    every interval: Duration = .seconds(1), isOverdue: @escaping @Sendable () -> Bool,
    action: @escaping @Sendable () -> Void
  ) {
    let stopped = stopped
    let thread = Thread {
      var looks = 0
      while looks < Self.grace {
        guard stopped.wait(timeout: .now() + (interval / .seconds(1))) == .timedOut else { return }
        looks = isOverdue() ? looks + 1 : 0
      }
      action()
    }
    thread.name = "watchdog"
    thread.start()
  }

  deinit { stop() }

  /// Ends the thread, once it looks again. Any number of times, from any thread.
  package func stop() { stopped.signal() }
}

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

/// Tells when a transfer has been too slow for too long. Pure.
///
/// Kept here rather than by libcurl, whose low-speed limit counts whole seconds and averages: a
/// limit of two seconds was seen to fire after eight.
struct StallWatch {
  typealias Instant = SuspendingClock.Instant

  static let bytesPerSecond = 1000.0
  /// Bytes a second that a file must come with on the whole.
  static let leastRate = 2000
  private let limit: Duration
  private var mark: (time: Instant, bytes: Int64)

  init(limit: Duration, now: Instant) {
    self.limit = limit
    mark = (now, 0)
  }

  /// What a file of so many bytes may take in all: in proportion to its length, and some time for a
  /// start.
  func allowance(bytes: Int64) -> Duration {
    let seconds = Double(max(0, bytes)) / Double(Self.leastRate)
    return limit * 2 + .seconds(seconds)
  }

  /// Whether the transfer has been below the speed since `limit` ago.
  /// - Parameter bytes: received in all so far.
  mutating func isStalled(bytes: Int64, now: Instant) -> Bool {
    let elapsed = now - mark.time
    let wanted = elapsed / .seconds(1) * Self.bytesPerSecond
    if bytes > mark.bytes, Double(bytes - mark.bytes) >= wanted {
      mark = (now, bytes)
      return false
    }
    return elapsed >= limit
  }
}
