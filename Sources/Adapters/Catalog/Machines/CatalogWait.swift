import Glibc
import Locking

/// How this process waits for a server that cannot be reached.
package enum CatalogWait {
  private struct State {
    var isStopped = false
    var report: (@Sendable (String) -> Void)?
  }

  private static let state = Locked(State())

  /// Waits that last longer than a moment are reported to `body`, with the server's error. Any thread.
  package static func report(to body: @escaping @Sendable (String) -> Void) {
    state.withLock { $0.report = body }
  }

  /// Ends waits, also those to come: the process is about to end. Any thread.
  package static func stop() { state.withLock { $0.isStopped = true } }

  static func tell(_ message: String) { state.withLock(\.report)?(message) }

  /// - Returns: False if it was stopped.
  static func sleep(microseconds: UInt32) -> Bool {
    var rest = microseconds
    while rest > 0 {
      guard !state.withLock(\.isStopped) else { return false }
      let step = min(rest, 100_000)
      usleep(step)
      rest -= step
    }
    return !state.withLock(\.isStopped)
  }
}
