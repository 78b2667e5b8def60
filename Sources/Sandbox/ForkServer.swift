import CSandbox
import Glibc
import Locking
import SystemCalls

/// A process with one thread that starts worker processes on request, because a process that has several
/// threads cannot fork safely (fork(2)).
///
/// The workers run `body`, without rights: no descriptor but their channel, no environment, limited memory,
/// and only the system calls of a ``SystemCallFilter``. They end with the server, and the server ends with the
/// process that started it.
package final class ForkServer: Sendable {
  /// A worker process, as the process that requested it knows it.
  package struct Worker: ~Copyable {
    package let process: pid_t
    package let channel: ProcessChannel

    /// Gives it so much more CPU time, after which it is killed.
    package func limit(seconds: Double) throws(ProcessChannel.Broken) {
      let code = sandbox_limit_cpu(process, seconds)
      guard code == 0 || code == ESRCH else { throw .init(reason: SystemError(code).reason) }
    }
  }

  /// What some workers have besides, because it costs time and memory: it is loaded before their filter.
  package struct Equipment {
    let filter: SystemCallFilter
    let load: () -> Void
    let withhold: () -> Void

    /// - Parameter withhold: What the other workers do instead.
    package init(
      filter: SystemCallFilter, load: @escaping () -> Void, withhold: @escaping () -> Void
    ) {
      (self.filter, self.load, self.withhold) = (filter, load, withhold)
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

  /// Starts the server. Call it before the process starts its first thread.
  /// - Parameters:
  ///   - niceness: The priority of the workers, as of nice(2).
  ///   - memory: Bytes that a worker may allocate.
  ///   - filter: Restricts a worker before `body` begins.
  ///   - equipment: For ``start(isEquipped:)``.
  ///   - body: The work of a worker, until it returns.
  package init(
    niceness: Int32, memory: Int, filter: SystemCallFilter, equipment: Equipment? = nil,
    body: (_ channel: borrowing ProcessChannel) -> Void
  ) throws(SystemError) {
    let ends = try ProcessChannel.pair()
    let process = sandbox_fork()
    if process == 0 {
      // A server that kept the channel of another one would keep that one alive.
      sandbox_close_others(ends.1)
      Self.serve(ends.1, niceness: niceness, memory: memory, filter, equipment, body)
    }
    let code = errno
    close(ends.1)
    guard process > 0 else {
      close(ends.0)
      throw SystemError(code)
    }
    self.process = process
    channel = Locked(Channel(ends.0))
  }

  deinit { shutdown() }

  /// Starts a worker. Blocks for about a millisecond.
  package func start(isEquipped: Bool = false) throws(ProcessChannel.Broken) -> Worker {
    try start(isEquipped ? Self.equippedWorker : Self.worker)
  }

  /// Starts a worker that waits to become a program; see ``ProgramProcess``.
  func startLauncher() throws(ProcessChannel.Broken) -> Worker { try start(Self.launcher) }

  private func start(_ kind: Int64) throws(ProcessChannel.Broken) -> Worker {
    let ends: (Int32, Int32)
    do { ends = try ProcessChannel.pair() } catch { throw .init(reason: error.reason) }
    let stream = ProcessChannel(ends.0)
    defer { close(ends.1) }
    let process = try request(kind, descriptor: ends.1)
    guard process > 0 else { throw .init(reason: SystemError(Int32(-process)).reason) }
    return Worker(process: pid_t(process), channel: stream)
  }

  /// Ends a worker and returns its status (waitpid(2)).
  package func end(_ process: pid_t) throws(ProcessChannel.Broken) -> Int32 {
    kill(process, SIGKILL)
    return Int32(truncatingIfNeeded: try request(Int64(process)))
  }

  /// Ends a program with all that it has started, and returns its status (waitpid(2)).
  func endGroup(_ process: pid_t) throws(ProcessChannel.Broken) -> Int32 {
    kill(-process, SIGKILL)
    return try end(process)
  }

  /// Ends the server and with it all workers. Blocks until the server is gone.
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
      var writer = MessageWriter()
      writer.append(number)
      try channel.stream.send(writer.bytes, descriptor: descriptor)
      guard let answer = try channel.stream.receive(atMost: 8)?.message,
        let value = try? Self.number(answer)
      else { throw .init(reason: "the process that starts workers ended") }
      return value
    }
  }

  private static func number(_ bytes: [UInt8]) throws(MessageReader.Invalid) -> Int64 {
    var reader = MessageReader(bytes)
    return try reader.number()
  }

  // Requests besides the number of a process, which is waited for.
  private static let worker: Int64 = 0
  private static let launcher: Int64 = -1
  private static let equippedWorker: Int64 = -2

  /// The server's loop: a descriptor starts a worker, the number of a process waits for it.
  private static func serve(
    _ descriptor: Int32, niceness: Int32, memory: Int, _ filter: SystemCallFilter,
    _ equipment: Equipment?, _ body: (_ channel: borrowing ProcessChannel) -> Void
  ) -> Never {
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE] { _ = Glibc.signal(signal, SIG_IGN) }
    let channel = ProcessChannel(descriptor)
    var (workers, programs): (Set<pid_t>, Set<pid_t>) = ([], [])
    sandbox_adopt_orphans()
    while let request = try? channel.receive(atMost: 8), let number = try? number(request.message) {
      var answer = Int64(0)
      if number <= 0 {
        answer = Int64(sandbox_fork())
        if answer == 0, number == launcher { launch(request.descriptor, niceness: niceness) }
        if answer == 0 {
          if number == equippedWorker {
            work(
              request.descriptor, niceness: niceness, memory: memory, equipment?.filter ?? filter,
              equipment?.load, body)
          }
          work(
            request.descriptor, niceness: niceness, memory: memory, filter, equipment?.withhold,
            body)
        }
        if answer > 0 {
          if number == launcher {
            programs.insert(pid_t(answer))
          } else {
            workers.insert(pid_t(answer))
          }
        }
        if answer < 0 { answer = Int64(-errno) }
      } else {
        let process = pid_t(truncatingIfNeeded: number)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        workers.remove(process)
        if programs.remove(process) != nil {
          sandbox_await_group(process)
          endStrays(besides: workers.union(programs))
        }
        answer = Int64(status)
      }
      if request.descriptor >= 0 { close(request.descriptor) }
      var writer = MessageWriter()
      writer.append(answer)
      guard (try? channel.send(writer.bytes)) != nil else { break }
    }
    // The workers die with this process; what a program has started does not.
    for program in programs {
      kill(program, SIGKILL)
      kill(-program, SIGKILL)
      sandbox_await_group(program)
    }
    if !programs.isEmpty { endStrays(besides: workers) }
    _exit(0)
  }

  /// A program that is not confined may have left its group, with what it has started.
  private static func endStrays(besides processes: Set<pid_t>) {
    let kept = Array(processes)
    sandbox_end_strays(kept, kept.count)
  }

  private static func launch(_ descriptor: Int32, niceness: Int32) -> Never {
    guard sandbox_become_worker(descriptor, niceness, .max) == 0 else { _exit(1) }
    ProgramLaunch.serve(ProcessChannel(Int32(sandbox_channel)))
    _exit(1)
  }

  private static func work(
    _ descriptor: Int32, niceness: Int32, memory: Int, _ filter: SystemCallFilter,
    _ preparation: (() -> Void)?, _ body: (_ channel: borrowing ProcessChannel) -> Void
  ) -> Never {
    guard sandbox_become_worker(descriptor, niceness, UInt64(memory)) == 0 else { _exit(1) }
    let channel = ProcessChannel(Int32(sandbox_channel))
    var writer = MessageWriter()
    preparation?()
    writer.append(filter.install())
    if (try? channel.send(writer.bytes)) != nil { body(channel) }
    _exit(0)
  }
}
