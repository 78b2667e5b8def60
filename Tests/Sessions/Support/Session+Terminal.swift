import Foundation
import TestSupport

extension Session {
  /// Starts a command line on a pseudo-terminal by script(1); its output is that of the terminal,
  /// with line breaks unchanged.
  func startAtTerminal(_ line: String, columns: Int = 40) throws -> RunningProcess {
    let command =
      "stty cols \(columns) rows 12 -onlcr; echo $$ > pid; "
      + "exec '\(BuiltProducts.path("photomirror"))' \(line)"
    return try RunningProcess(
      "/usr/bin/env", ["script", "-qec", command, "/dev/null"],
      environment: environment.merging(["TERM": "xterm", "SHELL": "/bin/sh"]) { $1 },
      workingDirectory: folder.path)
  }

  /// The same with what a person types: lines, or control characters. After the command, the terminal's settings are
  /// written, as stty(1) shows them.
  func startTyping(
    at line: String
  ) throws -> (process: RunningProcess, keyboard: FileHandle) {
    let pipe = folder.appending("typed\(Int.random(in: 0..<1_000_000))")
    guard mkfifo(pipe, 0o600) == 0, let keyboard = FileHandle(forUpdatingAtPath: pipe) else {
      throw CocoaError(.fileWriteUnknown)
    }
    let program =
      "echo $$ > pid; exec env --default-signal=INT \(BuiltProducts.path("photomirror")) \(line)"
    let command =
      "trap : INT; stty cols 90 rows 24 -onlcr; sh -c '\(program)'; echo status=$?; stty -a"
    let process = try RunningProcess(
      "/bin/sh", ["-c", "exec script -qec \"$0\" /dev/null < '\(pipe)'", command],
      environment: environment.merging(["TERM": "xterm", "SHELL": "/bin/sh"]) { $1 },
      workingDirectory: folder.path)
    return (process, keyboard)
  }

  /// Sends a signal to the running command on the terminal.
  func sendAtTerminal(_ signal: Int32) throws {
    let text = try String(contentsOfFile: folder.appending("pid"), encoding: .utf8)
    if let identifier = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)) {
      kill(identifier, signal)
    }
  }
}

extension CommandRun {
  /// The terminal's content after the last frame; the end of a frame is where it shows the cursor
  /// again.
  var lastOnTerminal: String? {
    output.ranges(of: "\u{1B}[?25h").last.map { String(output[$0.upperBound...]) }
  }
}
