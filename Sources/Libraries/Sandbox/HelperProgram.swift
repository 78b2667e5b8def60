import CSandbox
import Glibc
import SystemCalls

/// The program whose processes do what this one must not: decode images, host modules, read archives, and run what
/// the user wants at the end of a run.
///
/// It is executed, and not forked, so that it never had this process's memory, with the environment and the keys in
/// it, nor its address layout.
package enum HelperProgram {
  /// What a process of the program does: its only argument.
  package enum Work: String, Sendable {
    case decode
    case host
    case archive
    case command
  }

  /// The program's file cannot be found or started.
  package struct Failure: Error {
    /// A clause in lower case without a period.
    package let reason: String
  }

  /// The name of the program's file, without its folder.
  package static let name = "photomirror-helper"

  /// The folder of this program, by the kernel's name of it (proc(5)): neither the command line nor the environment is
  /// asked.
  package static let folder: String? = {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes {
      readlink("/proc/self/exe", $0.baseAddress!, $0.count)
    }
    guard count > 0 else { return nil }
    let parts = String(decoding: buffer[..<count], as: UTF8.self).split(separator: "/")
    return "/" + parts.dropLast().joined(separator: "/")
  }()

  /// The program beside this one, or in `../lib/photomirror` of it, where installations have it. Nobody who cannot
  /// exchange this program can exchange that one.
  package static func find() throws(Failure) -> String {
    guard let folder else { throw Failure(reason: "/proc/self/exe cannot be read") }
    let places = ["\(folder)/\(name)", "\(folder)/../lib/photomirror/\(name)"]
    guard let place = places.first(where: { access($0, X_OK) == 0 }) else {
      throw Failure(reason: "there is no \(name) in \(folder) and in ../lib/photomirror")
    }
    return place
  }

  /// Starts the program. From any thread.
  /// - Parameters:
  ///   - path: nil: ``find()``.
  ///   - channel: Becomes its ``channel``; the caller closes its own.
  /// - Returns: The process, which the caller waits for.
  static func start(
    _ work: Work, at path: String?, channel: Int32
  ) throws(Failure) -> pid_t {
    let file = if let path { path } else { try find() }
    let process = sandbox_start(file, work.rawValue, channel)
    guard process > 0 else { throw Failure(reason: SystemError(-process).reason) }
    return process
  }

  /// What this process is to do; nil if this is not the program, or a person started it.
  package static var work: Work? {
    guard CommandLine.arguments.count == 2, sandbox_was_started() != 0 else { return nil }
    return Work(rawValue: CommandLine.arguments[1])
  }

  /// The first statement of a process of the program.
  static func begin() {
    sandbox_ignore_signals()
    // The seed of Swift's hashing is read now: a helper could not.
    _ = Set([0])
  }

  /// The channel of a process of the program.
  static let channel = Int32(sandbox_channel)
}
