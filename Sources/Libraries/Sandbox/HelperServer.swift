import CSandbox
import Glibc

/// The side of a ``ForkServer`` that runs in ``HelperProgram``: it starts helpers on request, until its channel closes.
package struct HelperServer {
  /// The equipment of some helpers only, because it costs time and memory: it is loaded before their filter.
  package struct Equipment {
    let filter: SystemCallFilter
    let load: () -> Void
    let withhold: () -> Void

    /// - Parameter withhold: What the other helpers do instead.
    package init(
      filter: SystemCallFilter, load: @escaping () -> Void, withhold: @escaping () -> Void
    ) {
      (self.filter, self.load, self.withhold) = (filter, load, withhold)
    }
  }

  private let filter: SystemCallFilter
  private let equipment: Equipment?
  private let body: (borrowing ProcessChannel) -> Void
  private var helpers: Set<pid_t> = []
  private var programs: Set<pid_t> = []

  /// - Parameters:
  ///   - filter: Restricts a helper before `body` begins.
  ///   - equipment: For `start(isEquipped:)` of the server.
  ///   - body: The work of a helper, until it returns.
  package init(
    filter: SystemCallFilter, equipment: Equipment? = nil,
    body: @escaping (_ channel: borrowing ProcessChannel) -> Void
  ) {
    (self.filter, self.equipment, self.body) = (filter, equipment, body)
  }

  /// Serves the process that started this one, whose only thread calls it.
  package consuming func run() -> Never {
    HelperProgram.begin()
    sandbox_adopt_orphans()
    let channel = ProcessChannel(HelperProgram.channel)
    guard let message = try? channel.receive(atMost: HelperLimits.mostBytes),
      let limits = try? HelperLimits(message)
    else { _exit(1) }
    while let request = try? channel.receiveWithDescriptor(atMost: 8),
      let number = ServerRequest.decode(request.message)
    {
      let answer = number > 0 ? end(number) : start(number, request.descriptor, limits)
      if request.descriptor >= 0 { close(request.descriptor) }
      guard (try? channel.send(ServerRequest.encode(answer))) != nil else { break }
    }
    endPrograms()
    _exit(0)
  }

  private mutating func start(_ kind: Int64, _ descriptor: Int32, _ limits: HelperLimits) -> Int64 {
    let process = sandbox_fork()
    if process == 0 {
      switch kind {
      case ServerRequest.launcher: launch(descriptor, limits)
      case ServerRequest.equippedHelper:
        work(descriptor, limits, equipment?.filter ?? filter, equipment?.load)
      default: work(descriptor, limits, filter, equipment?.withhold)
      }
    }
    guard process > 0 else { return Int64(-errno) }
    if kind == ServerRequest.launcher {
      programs.insert(process)
    } else {
      helpers.insert(process)
    }
    return Int64(process)
  }

  /// - Returns: The status of the process.
  private mutating func end(_ number: Int64) -> Int64 {
    let process = pid_t(truncatingIfNeeded: number)
    let isProgram = programs.remove(process) != nil
    guard helpers.remove(process) != nil || isProgram else { return 0 }
    if isProgram { kill(-process, SIGKILL) }
    kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    if isProgram {
      sandbox_await_group(process)
      endStrays(besides: helpers.union(programs))
    }
    return Int64(status)
  }

  /// The helpers die with this process; what a program has started does not.
  private func endPrograms() {
    for program in programs {
      kill(program, SIGKILL)
      kill(-program, SIGKILL)
      sandbox_await_group(program)
    }
    if !programs.isEmpty { endStrays(besides: helpers) }
  }

  /// A program that is not confined may have left its group, with what it has started.
  private func endStrays(besides processes: Set<pid_t>) {
    let kept = Array(processes)
    sandbox_end_strays(kept, kept.count)
  }

  private func launch(_ descriptor: Int32, _ limits: HelperLimits) -> Never {
    become(.max, descriptor, limits)
    ProgramLaunch.serve(ProcessChannel(HelperProgram.channel))
    _exit(1)
  }

  private func work(
    _ descriptor: Int32, _ limits: HelperLimits, _ filter: SystemCallFilter,
    _ preparation: (() -> Void)?
  ) -> Never {
    become(UInt64(limits.memory), descriptor, limits)
    preparation?()
    let code = filter.install()
    if code != 0, limits.walls.contains(.calls) {
      end(HelperProgram.channel, WallFailure(.calls, code))
    }
    let channel = ProcessChannel(HelperProgram.channel)
    if (try? channel.send(WallFailure.encode(nil))) != nil { body(channel) }
    _exit(0)
  }

  private func become(_ memory: UInt64, _ descriptor: Int32, _ limits: HelperLimits) {
    let code = sandbox_become_helper(descriptor, limits.niceness, memory)
    if code != 0 { end(descriptor, WallFailure(.limits, code)) }
  }

  /// Ends this process, which cannot be restricted.
  private func end(_ channel: Int32, _ failure: WallFailure) -> Never {
    try? ProcessChannel(channel).send(WallFailure.encode(failure))
    _exit(1)
  }
}
