import Glibc
import Locking
import Sandbox
import SystemCalls

/// Opens provider modules in helper processes without rights, and runs the programs of others, so that a module costs
/// its call at worst: it has no environment, can read only libraries, can neither write nor connect nor start a
/// program, and its memory and time are limited.
///
/// A process that ends, or that exceeds a limit, costs the call and is replaced. Each module has as many
/// processes as threads that call it at the same time. Safe to use from several threads.
package final class ModuleProcesses: Sendable {
  /// The memory and the time that a process may use.
  package struct Limits: Sendable {
    /// Bytes that a process may allocate besides what the program occupies at the start.
    package var memory = 1 << 30
    /// CPU time of one call in seconds; the kernel adds one to two.
    package var seconds = 30.0
    /// Time of one call in seconds, when a process that waits is ended as well.
    package var timeout = 120.0
    /// Time in seconds without a line of a program that lists by itself.
    package var silence = 600.0

    package init() {}
  }

  /// What programs that list by themselves may read besides.
  let listerReads = Locked<[String]>([])

  /// Whether a program that ends is started again however often it did, because its mistakes are looked for.
  let restartsAlways = Locked(false)

  let limits: Limits
  private let server: ForkServer
  /// A process that has not opened a module.
  private let blank = Locked<HelperProcess?>(nil)

  /// Starts the process that forks the others, and does not wait for it. From any thread.
  package init(_ limits: Limits = Limits()) throws(HelperProgram.Failure) {
    self.limits = limits
    server = try ForkServer(.host, niceness: 0, memory: limits.memory)
  }

  /// Waits for the first process.
  /// - Returns: What is missing of the restrictions.
  /// - Throws: `Broken` if no process can be started.
  package func weaknesses() throws(ProcessChannel.Broken) -> [String] {
    let first = try HelperProcess(of: server)
    blank.withLock { $0 = first }
    var missing: [String] = []
    if !Walls.offered.contains(.calls) { missing.append("the kernel does not filter system calls") }
    if !Walls.offered.contains(.files) {
      missing.append("the kernel does not restrict which files a module reads")
    }
    return missing
  }

  /// Ends all processes. Blocks until their server is gone; later calls of modules fail.
  package func shutdown() {
    server.shutdown()
    blank.withLock { $0 = nil }
  }

  /// Starts the program of a provider.
  func program(at path: String) throws(ProcessChannel.Broken) -> ProgramProcess {
    var launch = ProgramLaunch(
      path: path, readable: ProgramFiles.readable(by: path), memory: limits.memory)
    launch.environment = ["PATH=" + ScriptInterpreter.folders.joined(separator: ":")]
    return try ProgramProcess(launch, of: server)
  }

  /// Starts the program of a provider that makes its requests itself.
  func lister(
    at path: String, environment: [String], readable: [String]
  ) throws(ProcessChannel.Broken) -> ProgramProcess {
    var launch = ProgramLaunch(path: path, readable: readable, memory: Self.listerMemory)
    (launch.environment, launch.hasNetwork) = (environment, true)
    return try ProgramProcess(launch, of: server)
  }

  /// From the next start of a program that lists by itself on, it may read these files and folders as well.
  /// - Parameter paths: Absolute.
  package func letListersRead(_ paths: [String]) { listerReads.withLock { $0 = paths } }

  /// From now on, a program that ends soon is started again however often it did.
  package func restartAlways() { restartsAlways.withLock { $0 = true } }

  /// Programs such as gallery-dl hold much of a listing.
  private static let listerMemory = 4 << 30

  /// A process without a module.
  func process() throws(ProcessChannel.Broken) -> HelperProcess {
    if let process = blank.withLock({ $0.take() }) { return process }
    return try HelperProcess(of: server)
  }
}
