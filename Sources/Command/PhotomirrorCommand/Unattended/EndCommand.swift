import Console
import Locking
import Sandbox

/// Runs the command of `--on-end` in a process that was started before this one was restricted: a run may write
/// only into its mirror, and what it starts inherits that.
enum EndCommand {
  static let seconds = CommandProcess.seconds
  /// Set for a command. A run that it starts has no other one at its end: they would never end.
  static let mark = CommandProcess.variablePrefix + "STATUS"
  /// The process of each line.
  private static let processes = Locked<[String: CommandProcess]>([:])

  /// The variables of the user's environment that a command sees; the others may be secrets.
  private static let passed = [
    "HOME", "PATH", "USER", "LOGNAME", "SHELL", "LANG", "TZ", "TMPDIR", "TERM", "DISPLAY",
    "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS",
  ]

  /// Call it before ``Confinement/begin(for:)``.
  static func prepare(_ line: String, in environment: [String: String]) throws(CommandFailure) {
    guard processes.withLock({ $0[line] }) == nil else { return }
    let inherited = environment.filter {
      passed.contains($0.key) || $0.key.hasPrefix("LC_") || $0.key.hasPrefix("XDG_")
    }
    do throws(HelperProgram.Failure) {
      let process = try CommandProcess(
        line: line,
        environment: inherited.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
      processes.withLock { $0[line] = process }
    } catch {
      throw CommandFailure(.directoryFailed, "--on-end cannot start a process: \(error.reason)")
    }
  }

  /// Runs a shell's command line that was prepared. Blocks until it ends, or its time.
  /// - Parameter variables: `PHOTOMIRROR_RUN_…`
  /// - Returns: What went wrong, as a sentence; nil if nothing.
  static func run(_ line: String, _ variables: [(String, String)]) -> String? {
    guard let process = processes.withLock({ $0[line] }) else { return "it has no process" }
    return process.run(variables.map { "\($0.0)=\($0.1)" })
  }
}
