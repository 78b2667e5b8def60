import Glibc
import Locking
import SystemCalls

/// A process that runs one command line of the user, for work that the restrictions of this process forbid.
///
/// It is started before they begin, and gets the line and the environment then: whoever takes this process over later
/// can run nothing else.
package final class CommandProcess: Sendable {
  /// Seconds after which the command is ended.
  package static let seconds = 60
  /// What the names of the variables begin with that a run may set.
  package static let variablePrefix = "PHOTOMIRROR_RUN_"

  private static let mostBytes = 1 << 20
  /// The answer after a command that succeeded.
  private static let done = "done"
  private let process: pid_t
  /// Nil at the end only.
  private let channel: Locked<Channel?>

  /// `@unchecked Sendable`: only used under the lock.
  private final class Channel: @unchecked Sendable {
    let stream: ProcessChannel
    init(_ descriptor: Int32) { stream = ProcessChannel(descriptor) }
  }

  /// - Parameters:
  ///   - line: For `/bin/sh -c`.
  ///   - environment: `NAME=VALUE` each.
  package init(line: String, environment: [String]) throws(HelperProgram.Failure) {
    let ends: (Int32, Int32)
    do { ends = try ProcessChannel.pair() } catch { throw .init(reason: error.reason) }
    defer { close(ends.1) }
    let channel = Channel(ends.0)
    self.channel = Locked(channel)
    process = try HelperProgram.start(.command, at: nil, channel: ends.1)
    do { try channel.stream.send(Self.encode([line] + environment)) } catch {
      throw .init(reason: error.reason)
    }
  }

  /// The process ends when the channel closes, also with this process.
  deinit {
    channel.withLock { $0 = nil }
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
  }

  /// Runs the command. Blocks until it ends, or its time.
  /// - Parameter variables: Their names begin with ``variablePrefix``; others are ignored.
  /// - Returns: What went wrong, as a sentence; nil if nothing.
  package func run(_ variables: [String]) -> String? {
    channel.withLock { channel in
      guard let channel else { return "its process has ended" }
      do throws(ProcessChannel.Broken) {
        try channel.stream.send(Self.encode(variables))
        guard let bytes = try channel.stream.receive(atMost: Self.mostBytes) else {
          return "its process has ended"
        }
        let answer = String(decoding: bytes, as: UTF8.self)
        return answer == Self.done ? nil : answer
      } catch {
        return "it cannot be started: \(error.reason)"
      }
    }
  }

  /// The work of the other process.
  package static func serve() -> Never {
    HelperProgram.begin()
    let channel = ProcessChannel(HelperProgram.channel)
    guard let start = texts(from: channel), let line = start.first else { _exit(1) }
    while let variables = texts(from: channel) {
      let allowed = variables.filter { $0.hasPrefix(variablePrefix) }
      let answer = outcome(of: line, environment: Array(start.dropFirst()) + allowed)
      guard (try? channel.send(Array(answer.utf8.prefix(1000)))) != nil else { break }
    }
    _exit(0)
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

  private static func encode(_ texts: [String]) -> [UInt8] {
    var writer = MessageWriter()
    writer.append(texts.count)
    for text in texts { writer.append(text) }
    return writer.bytes
  }

  private static func texts(from channel: borrowing ProcessChannel) -> [String]? {
    guard let bytes = try? channel.receive(atMost: mostBytes) else { return nil }
    var reader = MessageReader(bytes)
    guard let count = try? reader.number(in: 0...1000) else { return nil }
    return try? (0..<count).map { _ in try reader.text() }
  }
}
