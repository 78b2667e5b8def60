import Foundation
import Locking

/// A running program. Its output is collected, it can be sent signals, and it is killed with all
/// its children when its deadline passes or the value is released.
///
/// All members may be used from any thread; none blocks.
package final class RunningProcess: Sendable {
  /// Number of the program, and of the process group of the program and its children.
  package let identifier: pid_t
  private let state = Locked(ProcessState())

  /// Starts the program in a process group of its own, without standard input.
  ///
  /// - Parameters:
  ///   - executable: path of the program.
  ///   - environment: variables added to those of this process; nil removes one.
  ///   - workingDirectory: nil: that of this process.
  ///   - deadline: time after which the program is killed, so that no test hangs.
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

  /// Sends a signal to the program and its children; has no effect after its end.
  package func send(_ signal: Int32) {
    // Under the lock, so that the number cannot belong to another process by then.
    state.withLock { if !$0.isReaped { kill(-identifier, signal) } }
  }

  /// Standard output so far; bytes that are not UTF-8 are replaced.
  package var standardOutput: String { state.withLock { $0.text(\.output) } }
  /// Standard error so far.
  package var standardError: String { state.withLock { $0.text(\.errors) } }

  /// Waits until the program has ended and all its output is read.
  package func end() async -> CommandRun {
    await withCheckedContinuation { continuation in
      let ended = state.withLock { $0.awaitEnd(continuation) }
      if let ended { continuation.resume(returning: ended) }
    }
  }

  /// An output of a program.
  package enum Stream: Sendable {
    case output, errors
  }

  /// Waits for the `count`th complete line that contains `text`; nil if the program ends without
  /// it.
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
