import Foundation
import ProviderKit
import Sandbox

/// A program that makes the requests for its listings itself, `photomirror-lister-NAME`.
///
/// While it lists it has the network, a few variables, and the files of ``ListerFiles`` to read. It can write no file,
/// reaches no other process, and is ended with all that it has started. Everything else it is asked as any program is (``HostedProgram``).
package struct Lister: Sendable {
  private let path: String
  private let processes: ModuleProcesses

  init(path: String, in processes: ModuleProcesses) {
    (self.path, self.processes) = (path, processes)
  }

  /// Starts the program, and asks it for a listing.
  func start(_ question: ListQuestion) throws(ProcessChannel.Broken) -> ListerProcess {
    let environment = ProcessInfo.processInfo.environment
    let readable = ListerFiles.readable(
      by: path, settings: Array(question.settings.values),
      added: processes.listerReads.withLock(\.self), environment: environment)
    let process = ListerProcess(
      try processes.lister(
        at: path, environment: Self.passed(environment), readable: readable),
      silence: processes.limits.silence)
    try process.ask(question)
    return process
  }

  /// What other programs need to find their files, their language and the proxy; no key of this program's.
  private static func passed(_ environment: [String: String]) -> [String] {
    environment.filter { name, _ in
      names.contains(name.uppercased()) || name.hasPrefix("LC_") || name.hasPrefix("XDG_")
    }.map { "\($0)=\($1)" }.sorted()
  }

  private static let names: Set = [
    "ALL_PROXY", "HOME", "HTTPS_PROXY", "HTTP_PROXY", "LANG", "LANGUAGE", "LOGNAME", "NO_PROXY",
    "PATH", "REQUESTS_CA_BUNDLE", "SSL_CERT_DIR", "SSL_CERT_FILE", "TZ", "USER",
  ]
}
