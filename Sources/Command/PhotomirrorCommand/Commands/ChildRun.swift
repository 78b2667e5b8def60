import Foundation
import SystemCalls

/// A run of this program.
struct ChildRun: Sendable {
  private let process: pid_t

  /// The run gets the terminal and the environment.
  /// - Parameter variables: `NAME=VALUE`, besides those of the environment.
  static func start(
    _ words: [String], additional variables: [String] = []
  ) throws(CommandFailure) -> ChildRun {
    do throws(SystemError) {
      var command = TimedCommand(words: ["/proc/self/exe"] + words, output: STDOUT_FILENO)
      command.additional = variables
      return ChildRun(process: try command.start())
    } catch {
      throw CommandFailure(.directoryFailed, "cannot start a run: \(error.reason)")
    }
  }

  func stop() { kill(process, SIGTERM) }

  /// Blocks until the run has ended.
  func wait() -> TimedCommand.Ending {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return TimedCommand.ending(status)
  }
}
