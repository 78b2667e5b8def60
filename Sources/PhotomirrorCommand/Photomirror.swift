import Console
import Foundation
import Mirroring

/// The command: parses its arguments, runs the command, and returns the exit status.
package enum Photomirror {
  /// The line that `--version` writes.
  static let version = "photomirror \(MirrorConfiguration.version)"

  /// Call once, first; see ``Output/prepareStandardStreams()``.
  package static func prepareStandardStreams() { Output.prepareStandardStreams() }

  /// Restricts the process (``Confinement``), reports missing resources of the machine, and returns the exit
  /// status; nil if nothing is missing. Call it before the first task and the first thread. Usage errors are
  /// reported by ``run``.
  package static func refusal(_ words: [String]) -> ExitStatus? {
    do {
      let invocation = try? Invocation(words)
      if case .command(let command) = invocation {
        try SystemResources.checkFiles(
          decodes: command.decoding != nil, opensModules: command.opensModules)
        try Confinement.begin(for: command)
      }
      try SystemResources.checkThreads(hasThreads: invocation?.startsThreads ?? false)
      return nil
    } catch {
      error.message.write()
      return error.status
    }
  }

  /// - Parameter words: the arguments without the program's name.
  package static func run(
    _ words: [String], environment: [String: String]
  ) async -> ExitStatus {
    let status = await perform(words, environment)
    await Confinement.end()
    guard let reason = Output.standard.failure else { return status }
    Message(.error, "cannot write to standard output: \(reason)").write()
    return status == .success ? .directoryFailed : status
  }

  private static func perform(_ words: [String], _ environment: [String: String]) async
    -> ExitStatus
  {
    do {
      let invocation = try Invocation(words)
      if invocation.startsThreads { await SystemResources.openTimers() }
      switch invocation {
      case .command(let command): return try await command.run(in: environment)
      case .help(let topic): Output.standard.write(lines: [HelpText.text(on: topic)])
      case .version: Output.standard.write(lines: [version])
      }
      return .success
    } catch let error as UsageError {
      error.message.write()
      return .usage
    } catch let failure as CommandFailure {
      failure.message.write()
      return failure.status
    } catch {
      Message(.error, "\(error)").write()
      return .sourceFailed
    }
  }
}
