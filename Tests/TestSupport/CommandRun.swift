import Foundation

/// A run of a program from its start to its end: what it wrote and how it ended.
package struct CommandRun: Sendable {
  /// How a program ended.
  package enum Status: Sendable, Hashable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  /// How it ended.
  package let status: Status
  /// Of standard output; bytes that are no UTF-8 are replaced.
  package let output: String
  /// Of standard error.
  package let errors: String

  /// Its exit code; nil where a signal ended it.
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
  /// Reads the status of waitpid(2), whose macros Swift does not import.
  init(_ status: Int32) {
    let signal = status & 0x7f
    self = signal == 0 ? .exited((status >> 8) & 0xff) : .killed(signal: signal)
  }
}

/// Where the executables and modules that were built together with the tests stand.
package enum BuiltProducts {
  /// The folder of the running test program: all products of one build stand beside each other.
  package static let directory =
    Bundle.main.executableURL?.resolvingSymlinksInPath()
    .deletingLastPathComponent().path ?? "."

  /// The path of a product, for example `FlickrServer` or `libFlickrProvider.so`.
  package static func path(_ name: String) -> String { directory + "/" + name }
}
