import CGlibc
import Glibc
import SystemCalls

/// Runs a command that writes a secret to standard output, such as a password manager.
///
/// Blocks; called before the first thread. The command has the user's environment and standard error, no input,
/// and 30 seconds.
enum SecretCommand {
  struct Failure: Error, Sendable, Hashable {
    /// Completes "the command …"; never what it wrote.
    let reason: String
  }

  /// Set for a command, so that this program refuses to run one that it is started by.
  private static let mark = "PHOTOMIRROR_SECRET_COMMAND"
  private static let seconds = 30
  private static let mostBytes = 65_536

  /// - Parameter words: The program, which is searched for in `PATH`, and its arguments.
  /// - Returns: Its only line, without the white space around it.
  static func output(of words: [String], seconds: Int = seconds) throws(Failure) -> String {
    guard getenv(mark) == nil else {
      throw Failure(reason: "is not run: it starts photomirror, which would run it again")
    }
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else {
      throw Failure(reason: "cannot be started: \(SystemError().reason)")
    }
    let (input, output) = (ends[0], ends[1])
    defer { close(input) }
    let process = try start(words, writingTo: output)
    let bytes = (try? SmallFile.bytes(of: input, atMost: mostBytes + 1, seconds: seconds))
      .flatMap { $0.count > mostBytes ? nil : $0 }
    if bytes == nil { kill(-process, SIGKILL) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    guard let bytes else {
      throw Failure(
        reason: "wrote no end within \(seconds) seconds, or more than \(mostBytes) bytes")
    }
    switch TimedCommand.ending(status) {
    case .exited(0): return try line(bytes)
    case .exited(let status): throw Failure(reason: "failed with exit status \(status)")
    case .killed(let signal): throw Failure(reason: "was ended by signal \(signal)")
    case .overdue: throw Failure(reason: "took too long")
    }
  }

  private static func line(_ bytes: [UInt8]) throws(Failure) -> String {
    guard let text = String(validating: bytes, as: UTF8.self)?.trimmingWhitespace, !text.isEmpty,
      text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { throw Failure(reason: "does not write one line of text") }
    return text
  }

  /// Closes `output`.
  private static func start(_ words: [String], writingTo output: Int32) throws(Failure) -> pid_t {
    defer { close(output) }
    do throws(SystemError) {
      return try TimedCommand(words: words, additional: [mark + "=1"], output: output).start()
    } catch {
      throw Failure(reason: "cannot be started: \(error.reason)")
    }
  }
}

extension String {
  fileprivate var trimmingWhitespace: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
