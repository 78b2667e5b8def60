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
