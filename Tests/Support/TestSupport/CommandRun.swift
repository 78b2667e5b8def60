import Foundation

/// The result of a program's run: its output and how it ended.
package struct CommandRun: Sendable {
  /// How a program ended.
  package enum Status: Sendable, Hashable {
    case exited(Int32)
    case killed(signal: Int32)
    /// Its deadline passed, and it was killed.
    case overdue
  }

  /// How the program ended.
  package let status: Status
  /// Standard output; bytes that are not UTF-8 are replaced.
  package let output: String
  /// Standard error, likewise.
  package let errors: String

  /// The exit code; nil if a signal ended the program.
  package var exitCode: Int32? {
    guard case .exited(let code) = status else { return nil }
    return code
  }

  /// Runs a program to its end; the parameters are those of `RunningProcess`.
  package static func run(
    _ executable: String, _ arguments: [String] = [], environment: [String: String?] = [:],
    workingDirectory: String? = nil, deadline: Duration = .seconds(1800)
  ) async throws -> CommandRun {
    let process = try RunningProcess(
      executable, arguments, environment: environment, workingDirectory: workingDirectory,
      deadline: deadline)
    return await process.end()
  }
}

extension CommandRun.Status {
  /// Decodes the status of waitpid(2), whose macros Swift does not import.
  init(_ status: Int32) {
    let signal = status & 0x7f
    self = signal == 0 ? .exited((status >> 8) & 0xff) : .killed(signal: signal)
  }
}

/// The folder of the executables and modules that were built with the tests.
package enum BuiltProducts {
  /// The folder of the running test program, which is that of all products of the build.
  package static let directory =
    Bundle.main.executableURL?.resolvingSymlinksInPath()
    .deletingLastPathComponent().path ?? "."

  /// The path of a product, for example `FlickrServer` or `libFlickrProvider.so`.
  package static func path(_ name: String) -> String { directory + "/" + name }
}
