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
