import Foundation
import SystemCalls

/// Acts on an operation that is overdue and cannot be interrupted, from a thread of its own: a call
/// that does not return may block the engine's thread or all threads of Swift's pool.
///
/// Counts its own checks instead of the time, so that a stopped process (SIGSTOP) has the whole
/// limit when it continues. Runs until `stop` or the action.
package final class Watchdog: Sendable {
  /// Checks that must be overdue in a row, one a second.
  package static let grace = 30

  private let stopped = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - interval: time between two checks.
  ///   - isOverdue: called at each check on the watchdog's thread; must not block.
  ///   - action: called once on that thread, when `Watchdog.grace` checks in a row were overdue.
  package init(
    every interval: Duration = .seconds(1), isOverdue: @escaping @Sendable () -> Bool,
    action: @escaping @Sendable () -> Void
  ) {
    let stopped = stopped
    NamedThread.start(named: "watchdog") {
      var looks = 0
      while looks < Self.grace {
        guard stopped.wait(timeout: .now() + (interval / .seconds(1))) == .timedOut else { return }
        looks = isOverdue() ? looks + 1 : 0
      }
      action()
    }
  }

  deinit { stop() }

  /// Ends the thread at its next check. May be called repeatedly and from any thread.
  package func stop() { stopped.signal() }
}

/// Progress of the engine's thread for the watchdog: the number of its turn, and when the turn is
/// overdue.
struct Pulse: Equatable {
  private(set) var turn: UInt64 = 0
  /// Nil if no transfer is running or starts.
  var due: SuspendingClock.Instant?

  mutating func beginTurn(due: SuspendingClock.Instant?) {
    turn &+= 1
    self.due = due
  }

  /// Whether the thread is in the same turn as at the last check, and overdue.
  func isOverdue(since last: Pulse?, at now: SuspendingClock.Instant) -> Bool {
    self == last && due.map { now >= $0 } ?? false
  }
}

/// Detects a transfer that was too slow for too long. Pure.
///
/// Not left to libcurl, whose low-speed limit counts whole seconds and averages: a limit of two
/// seconds fired after eight.
struct StallWatch {
  typealias Instant = SuspendingClock.Instant

  static let bytesPerSecond = 1000.0
  /// Least average speed of a file in bytes a second.
  static let leastRate = 2000
  private let limit: Duration
  private var mark: (time: Instant, bytes: Int64)

  init(limit: Duration, now: Instant) {
    self.limit = limit
    mark = (now, 0)
  }

  /// The longest time for a file: proportional to its length, plus time to start.
  func allowance(bytes: Int64) -> Duration {
    let seconds = Double(max(0, bytes)) / Double(Self.leastRate)
    return limit * 2 + .seconds(seconds)
  }

  /// The longest time for a file, whatever its speed: five minutes and its promised length at 8 KB a second, so
  /// that an absurd promise gains little; half an hour if the length is unknown, or what arrived at that speed.
  static func longest(promised: Int64?, received: Int64) -> Duration {
    let time = Duration.seconds(300 + Double(max(0, promised ?? received)) / 8192)
    return promised == nil ? max(.seconds(1800), time) : time
  }

  /// Whether the transfer was below the speed for the whole `limit`.
  /// - Parameter bytes: bytes received so far.
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
