import Console
import Glibc
import Locking
import Sandbox
import SystemCalls

/// Runs the command of `--on-end` in a process that was started before this one was restricted: a run may write
/// only into its mirror, and what it starts inherits that.
enum EndCommand {
  static let seconds = 60
  /// Set for a command. A run that it starts has no other one at its end: they would never end.
  static let mark = "PHOTOMIRROR_RUN_STATUS"
  private static let mostBytes = 60_000
  /// The answer after a command that succeeded.
  private static let done = "done"
  private static let channel = Locked<Int32?>(nil)

  /// What a command sees of the user's environment; the others may be secrets.
  private static let passed = [
    "HOME", "PATH", "USER", "LOGNAME", "SHELL", "LANG", "TZ", "TMPDIR", "TERM", "DISPLAY",
    "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS",
  ]

  /// Call it before the first thread, and before ``Confinement/begin(for:)``.
  static func prepare() throws(CommandFailure) {
    guard channel.withLock({ $0 }) == nil else { return }
    do throws(SystemError) {
      let end = try HelperProcess.start(serve)
      channel.withLock { $0 = end }
    } catch {
      throw CommandFailure(.directoryFailed, "--on-end cannot start a process: \(error.reason)")
    }
  }

  /// Runs a shell's command line. Blocks until it ends, or its time.
  /// - Parameter variables: `PHOTOMIRROR_RUN_…`
  /// - Returns: What went wrong, as a sentence; nil if nothing.
  static func run(
    _ line: String, _ variables: [(String, String)], _ environment: [String: String]
  ) -> String? {
    guard let channel = channel.withLock(\.self) else { return "it has no process" }
    let inherited = environment.filter {
      passed.contains($0.key) || $0.key.hasPrefix("LC_") || $0.key.hasPrefix("XDG_")
    }
    let pairs =
      inherited.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      + variables.map { "\($0.0)=\($0.1)" }
    let message = ([line] + pairs).joined(separator: "\0")
    let bytes = Array(message.utf8.prefix(mostBytes))
    guard send(channel, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      return "it cannot be started: \(SystemError().reason)"
    }
    guard let answer = receive(channel) else { return "its process has ended" }
    return answer == done ? nil : answer
  }

  /// The work of the other process: a command line for each message, and what went wrong as its answer.
  private static func serve(_ channel: Int32) {
    // The terminal's signals are for the run, which ends this process by closing the channel.
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_IGN) }
    while let message = receive(channel) {
      let parts = message.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
      let answer = Array(
        outcome(of: parts[0], environment: Array(parts.dropFirst())).utf8.prefix(1000))
      send(channel, answer, answer.count, Int32(MSG_NOSIGNAL))
    }
  }

  private static func outcome(of line: String, environment: [String]) -> String {
    // Standard output is for results.
    let command = TimedCommand(
      words: ["/bin/sh", "-c", line], environment: environment, output: STDERR_FILENO)
    do throws(SystemError) {
      switch try command.run(seconds: seconds) {
      case .exited(0): return done
      case .exited(let status): return "it failed with exit status \(status)"
      case .killed(let signal): return "it was ended by signal \(signal)"
      case .overdue: return "it was ended after \(seconds) seconds"
      }
    } catch {
      return "it cannot be started: \(error.reason)"
    }
  }

  /// - Returns: Nil at the end of the channel.
  private static func receive(_ channel: Int32) -> String? {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, size in
      repeat {
        count = recv(channel, buffer.baseAddress, buffer.count, 0)
      } while count < 0 && errno == EINTR
      size = max(0, count)
    }
    return count > 0 ? String(decoding: bytes, as: UTF8.self) : nil
  }
}
