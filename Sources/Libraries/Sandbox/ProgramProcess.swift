import CGlibc
import CSandbox
import Glibc
import Locking
import SystemCalls

/// A running program without rights: no environment, network or file but those of its ``ProgramLaunch``, and nothing
/// that it could leave behind.
///
/// `@unchecked Sendable`: the owner of the three descriptors guards them; the rest is never written.
package final class ProgramProcess: @unchecked Sendable {
  /// The descriptor to write the program's standard input. None of the three blocks.
  package let input: Int32
  /// The descriptor to read its standard output.
  package let output: Int32
  /// The descriptor to read its standard error.
  package let notes: Int32
  /// The descriptor that is readable when it has ended, whoever holds its output; -1 if the kernel has none.
  package let exit: Int32

  private let helper: ForkServer.Helper
  private let server: ForkServer
  /// Its number belongs to another process later.
  private let isEnded = Locked(false)

  /// Seconds within which a helper becomes the program.
  private static let startTime = 30.0

  /// Starts a program. Blocks for some milliseconds.
  package init(_ launch: ProgramLaunch, of server: ForkServer) throws(ProcessChannel.Broken) {
    var pipes = Pipes()
    defer { pipes.closeTheirs() }
    do throws(ProcessChannel.Broken) {
      try pipes.open()
      let helper = try server.startLauncher()
      do throws(ProcessChannel.Broken) {
        try Self.exchange(launch, pipes.theirs, helper.channel)
      } catch {
        _ = try? server.end(helper.process)
        throw error
      }
      self.helper = helper
    } catch {
      pipes.closeOurs()
      throw error
    }
    self.server = server
    (input, output, notes) = (pipes.ours[0], pipes.ours[1], pipes.ours[2])
    exit = sandbox_watch(helper.process)
  }

  deinit {
    end()
    for descriptor in [input, output, notes, exit] where descriptor >= 0 { close(descriptor) }
  }

  /// Gives it so much more CPU time, after which it is killed.
  package func limit(seconds: Double) throws(ProcessChannel.Broken) {
    try isEnded.withLock { isEnded throws(ProcessChannel.Broken) in
      if !isEnded { try helper.limit(seconds: seconds) }
    }
  }

  /// Writes bytes to its standard input, as many as there is room for.
  /// - Returns: their number; 0 if there is no room.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(ProcessChannel.Broken) -> Int {
    let result = sandbox_write(input, bytes.baseAddress, bytes.count)
    guard result < 0 else { return result }
    guard result == -Int(EAGAIN) else { throw .init(reason: SystemError(Int32(-result)).reason) }
    return 0
  }

  /// Ends the program with all that it has started.
  /// - Returns: The way it ended, if it ended by itself; nil at a second call.
  @discardableResult package func end() -> String? {
    let wasEnded = isEnded.withLock { isEnded in
      defer { isEnded = true }
      return isEnded
    }
    guard !wasEnded, let status = try? server.end(helper.process) else { return nil }
    return HelperProcess.reason(status)
  }

  private static func exchange(
    _ launch: ProgramLaunch, _ descriptors: [Int32], _ channel: borrowing ProcessChannel
  ) throws(ProcessChannel.Broken) {
    for descriptor in descriptors {
      try channel.send([], descriptor: descriptor, within: startTime)
    }
    try channel.send(launch.encode(), within: startTime)
    // The program's beginning closes the channel.
    guard let answer = try channel.receive(atMost: WallFailure.mostBytes, within: startTime) else {
      return
    }
    try WallFailure.check(answer)
  }
}

/// The pipes of a program: this process's ends, and the program's.
private struct Pipes {
  var ours: [Int32] = []
  var theirs: [Int32] = []

  mutating func open() throws(ProcessChannel.Broken) {
    for number in 0..<ProgramLaunch.descriptors {
      var ends: [Int32] = [0, 0]
      guard pipe2(&ends, O_CLOEXEC) == 0 else { throw .init(reason: SystemError().reason) }
      let isInput = number == 0
      ours.append(isInput ? ends[1] : ends[0])
      theirs.append(isInput ? ends[0] : ends[1])
      _ = fcntl(ours[number], F_SETFL, O_NONBLOCK)
    }
  }

  mutating func closeTheirs() {
    for descriptor in theirs { close(descriptor) }
    theirs = []
  }

  mutating func closeOurs() {
    for descriptor in ours { close(descriptor) }
    ours = []
  }
}
