import CSandbox
import Glibc
import Locking
import SystemCalls

/// A process of ``HelperProgram`` with one thread that forks helper processes on request: an executed program for each
/// helper would cost its start each time.
///
/// The helpers have no rights: no descriptor but their channel, no environment, limited memory, and only the system
/// calls of a ``SystemCallFilter``. They end with the server, and the server ends with the process that started it.
/// What they do is said in the program (``HelperServer``).
package final class ForkServer: Sendable {
  /// A helper process, as the process that requested it knows it.
  package struct Helper: ~Copyable {
    /// Its process id. The server waits for it: ``ForkServer/end(_:)``.
    package let process: pid_t
    /// The only connection to the helper, which closes with this value.
    package let channel: ProcessChannel

    /// Gives it so much more CPU time, after which it is killed.
    package func limit(seconds: Double) throws(ProcessChannel.Broken) {
      let code = sandbox_limit_cpu(process, seconds)
      guard code == 0 || code == ESRCH else { throw .init(reason: SystemError(code).reason) }
    }
  }

  private let process: pid_t
  /// Nil once the server was shut down. One request at a time, which is its guard as well.
  private let channel: Locked<Channel?>

  /// `@unchecked Sendable`: only used under the lock of the server.
  private final class Channel: @unchecked Sendable {
    let stream: ProcessChannel
    init(_ descriptor: Int32) { stream = ProcessChannel(descriptor) }
  }

  /// Starts the server, and does not wait until it runs. From any thread.
  /// - Parameters:
  ///   - path: Of the program; nil: ``HelperProgram/find()``.
  ///   - niceness: The priority of the helpers, as of nice(2).
  ///   - memory: Bytes that a helper may allocate.
  package init(
    _ work: HelperProgram.Work, at path: String? = nil, niceness: Int32, memory: Int
  ) throws(HelperProgram.Failure) {
    let ends: (Int32, Int32)
    do { ends = try ProcessChannel.pair() } catch { throw .init(reason: error.reason) }
    defer { close(ends.1) }
    let stream = Channel(ends.0)
    process = try HelperProgram.start(work, at: path, channel: ends.1)
    channel = Locked(stream)
    // If it has ended already, the first request says so.
    let limits = HelperLimits(niceness: niceness, memory: memory, walls: .offered)
    try? stream.stream.send(limits.encode())
  }

  deinit { shutdown() }

  /// Starts a helper. Blocks for about a millisecond, at the first time for the start of the server.
  package func start(isEquipped: Bool = false) throws(ProcessChannel.Broken) -> Helper {
    try start(isEquipped ? ServerRequest.equippedHelper : ServerRequest.helper)
  }

  /// Starts a helper that waits to become a program; see ``ProgramProcess``.
  func startLauncher() throws(ProcessChannel.Broken) -> Helper {
    try start(ServerRequest.launcher)
  }

  private func start(_ kind: Int64) throws(ProcessChannel.Broken) -> Helper {
    let ends: (Int32, Int32)
    do { ends = try ProcessChannel.pair() } catch { throw .init(reason: error.reason) }
    let stream = ProcessChannel(ends.0)
    defer { close(ends.1) }
    let process = try request(kind, descriptor: ends.1)
    guard process > 0 else { throw .init(reason: SystemError(Int32(-process)).reason) }
    return Helper(process: pid_t(process), channel: stream)
  }

  /// Ends a helper, a program with all that it has started, and returns its status (waitpid(2)).
  package func end(_ process: pid_t) throws(ProcessChannel.Broken) -> Int32 {
    Int32(truncatingIfNeeded: try request(Int64(process)))
  }

  /// Ends the server and with it all helpers. Blocks until the server is gone.
  package func shutdown() {
    guard channel.withLock({ $0.take() }) != nil else { return }
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
  }

  private func request(
    _ number: Int64, descriptor: Int32 = -1
  ) throws(ProcessChannel.Broken) -> Int64 {
    // Held during the round trip: the server answers in order, and at once.
    try channel.withLock { channel throws(ProcessChannel.Broken) in
      guard let channel else { throw .init(reason: "the process was shut down") }
      do throws(ProcessChannel.Broken) {
        try channel.stream.send(ServerRequest.encode(number), descriptor: descriptor)
        if let answer = try channel.stream.receive(atMost: 8),
          let value = ServerRequest.decode(answer)
        {
          return value
        }
      } catch {}
      throw .init(reason: "the process that starts helpers ended")
    }
  }
}

/// What a server is told at its start.
struct HelperLimits {
  let niceness: Int32
  let memory: Int
  /// Without which a helper does not begin its work.
  let walls: Walls

  /// The longest message of this kind.
  static let mostBytes = 64

  init(niceness: Int32, memory: Int, walls: Walls) {
    (self.niceness, self.memory, self.walls) = (niceness, memory, walls)
  }

  func encode() -> [UInt8] {
    var writer = MessageWriter()
    writer.append(niceness)
    writer.append(memory)
    writer.append(walls)
    return writer.bytes
  }

  init(_ bytes: [UInt8]) throws(MessageReader.Invalid) {
    var reader = MessageReader(bytes)
    niceness = Int32(try reader.number(in: -20...19))
    memory = try reader.number(in: 0...Int.max)
    walls = try reader.walls()
  }
}

/// Requests to a server: the kind of a helper, or the number of a process that is to end. The answer is a number as well.
enum ServerRequest {
  static let helper: Int64 = 0
  static let launcher: Int64 = -1
  static let equippedHelper: Int64 = -2

  static func encode(_ number: Int64) -> [UInt8] {
    var writer = MessageWriter()
    writer.append(number)
    return writer.bytes
  }

  static func decode(_ bytes: [UInt8]) -> Int64? {
    var reader = MessageReader(bytes)
    return try? reader.number()
  }
}
