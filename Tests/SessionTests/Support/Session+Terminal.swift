import Foundation
import TestSupport

extension Session {
  /// Starts a command line at a terminal, by script(1), whose output is the terminal's; it is told to
  /// leave line breaks as they are.
  func startAtTerminal(_ line: String, columns: Int = 40) throws -> RunningProcess {
    let command =
      "stty cols \(columns) rows 12 -onlcr; echo $$ > pid; "
      + "exec '\(BuiltProducts.path("photomirror"))' \(line)"
    return try RunningProcess(
      "/usr/bin/env", ["script", "-qec", command, "/dev/null"],
      environment: environment.merging(["TERM": "xterm", "SHELL": "/bin/sh"]) { $1 },
      workingDirectory: folder.path)
  }

  /// Sends a signal to the command at the terminal, which is at work.
  func sendAtTerminal(_ signal: Int32) throws {
    let text = try String(contentsOfFile: folder.appending("pid"), encoding: .utf8)
    if let identifier = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)) {
      kill(identifier, signal)
    }
  }
}

extension CommandRun {
  /// What stands on the terminal after the last frame, as far as each frame shows the cursor again at
  /// its end.
  var lastOnTerminal: String? {
    output.ranges(of: "\u{1B}[?25h").last.map { String(output[$0.upperBound...]) }
  }
}
