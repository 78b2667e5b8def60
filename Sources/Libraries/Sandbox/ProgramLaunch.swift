import CSandbox
import Glibc

/// The request to a helper to become a program, and what the helper does.
package struct ProgramLaunch: Sendable {
  /// The longest message of this kind.
  static let mostBytes = 8 << 20
  /// Input, output and notes of the program.
  static let descriptors = 3

  /// An absolute path.
  package var path: String
  /// The files, and the folders with all below them, that the program may read and run.
  package var readable: [String]
  /// Bytes that each of its processes may allocate.
  package var memory: Int
  /// The most processes that it may start; nobody counts those of root.
  package var processes: Int
  /// `NAME=VALUE` each.
  package var environment: [String] = []
  /// Whether it may use the network. It can read only `readable`, and write no file, in either case.
  package var hasNetwork = false
  /// Without which the program does not begin.
  var walls = Walls.offered

  package init(path: String, readable: [String], memory: Int = 1 << 30, processes: Int = 256) {
    (self.path, self.readable) = (path, readable)
    (self.memory, self.processes) = (memory, processes)
  }

  func encode() -> [UInt8] {
    var writer = MessageWriter()
    writer.append(path)
    writer.append(memory)
    writer.append(processes)
    writer.append(readable.count)
    for path in readable { writer.append(path) }
    writer.append(environment.count)
    for variable in environment { writer.append(variable) }
    writer.append(hasNetwork)
    writer.append(walls)
    return writer.bytes
  }

  init(_ bytes: [UInt8]) throws(MessageReader.Invalid) {
    var reader = MessageReader(bytes)
    path = try reader.text()
    memory = try reader.number(in: 0...Int.max)
    processes = try reader.number(in: 0...Int.max)
    readable = []
    for _ in 0..<(try reader.number(in: 0...100_000)) { readable.append(try reader.text()) }
    for _ in 0..<(try reader.number(in: 0...100_000)) { environment.append(try reader.text()) }
    hasNetwork = try reader.flag()
    walls = try reader.walls()
  }

  /// Becomes the program, or answers with the errno and returns.
  static func serve(_ channel: borrowing ProcessChannel) {
    // The lowest free numbers are 0 to 2, which the program will have.
    for expected in 0..<Int32(descriptors) {
      guard let received = try? channel.receiveWithDescriptor(atMost: 8),
        received.descriptor == expected
      else {
        return
      }
    }
    guard let message = try? channel.receive(atMost: mostBytes),
      let launch = try? ProgramLaunch(message)
    else { return }
    try? channel.send(WallFailure.encode(launch.execute()))
  }

  private func execute() -> WallFailure {
    let paths = readable.map { strdup($0) }
    var variables = environment.map { strdup($0) } + [nil]
    defer { for text in paths + variables { free(text) } }
    var step = sandbox_step_start
    let code = paths.map { UnsafePointer($0) }.withUnsafeBufferPointer { paths in
      sandbox_execute(
        path, &variables, hasNetwork ? 1 : 0, paths.baseAddress, paths.count, UInt64(memory),
        UInt64(processes), walls.rawValue, &step)
    }
    return WallFailure(WallFailure.Step(rawValue: Int64(step.rawValue)) ?? .start, code)
  }
}
