import Foundation
import Locking

/// Another program while it runs: its output is gathered, it can be sent signals, and it is killed
/// with all that it started when its deadline has passed or the value is let go.
///
/// All members may be used from any thread; none blocks.
package final class RunningProcess: Sendable {
  /// Of the program, and of the process group that it and all that it starts are in.
  package let identifier: pid_t
  private let state = Locked(ProcessState())

  /// Starts the program, in a process group of its own and with no standard input.
  ///
  /// - Parameters:
  ///   - executable: its path.
  ///   - environment: in addition to this process's own; nil removes a variable.
  ///   - workingDirectory: nil: the same as this process's.
  ///   - deadline: after which it is killed, so that no test can hang.
  package init(
    _ executable: String, _ arguments: [String] = [], environment: [String: String?] = [:],
    workingDirectory: String? = nil, deadline: Duration = .seconds(1800)
  ) throws {
    let child = try SpawnActions(
      executable, arguments, environment: RunningProcess.merged(environment),
      workingDirectory: workingDirectory
    ).spawn()
    identifier = child.identifier
    let watch = ProcessWatch(child, deadline: deadline, state: state)
    Thread.detachNewThread { watch.run() }
  }

  deinit { send(SIGKILL) }

  /// Sends a signal to the program and all that it started; nothing once it has ended.
  package func send(_ signal: Int32) {
    // Under the lock, so that the number cannot have become another's by then.
    state.withLock { if !$0.isReaped { kill(-identifier, signal) } }
  }

  /// What it has written to standard output so far; bytes that are no UTF-8 are replaced.
  package var standardOutput: String { state.withLock { $0.text(\.output) } }
  /// What it has written to standard error so far.
  package var standardError: String { state.withLock { $0.text(\.errors) } }

  /// Waits until it has ended and all output is there.
  package func end() async -> CommandRun {
    await withCheckedContinuation { continuation in
      let ended = state.withLock { $0.awaitEnd(continuation) }
      if let ended { continuation.resume(returning: ended) }
    }
  }

  /// What a program writes to.
  package enum Stream: Sendable {
    case output, errors
  }

  /// Waits for the `count`th whole line that holds `text` and gives it; nil where the program ends
  /// without one.
  package func line(
    containing text: String, count: Int = 1, of stream: Stream = .output
  ) async -> String? {
    await withCheckedContinuation { continuation in
      let found = state.withLock { $0.awaitLine(text, count: count, of: stream, continuation) }
      if let found { continuation.resume(returning: found) }
    }
  }

  private static func merged(_ changes: [String: String?]) -> [String] {
    var environment = ProcessInfo.processInfo.environment
    for (name, value) in changes { environment[name] = value }
    return environment.map { "\($0.key)=\($0.value)" }
  }
}
