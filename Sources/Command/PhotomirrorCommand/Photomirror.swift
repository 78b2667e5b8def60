import Console
import Foundation

/// The command: parses its arguments, runs the command, and returns the exit status.
package enum Photomirror {
  /// Call once, first; see ``Output/prepareStandardStreams()``.
  package static func prepareStandardStreams() { Output.prepareStandardStreams() }

  /// A command line that can run.
  package struct Prepared: Sendable {
    fileprivate let invocation: Invocation
  }

  /// Reads the command line and the configuration, restricts the process (``Confinement``), and reports
  /// missing resources of the machine. Call it before the first task and the first thread.
  ///
  /// - Parameter words: The arguments without the program's name.
  /// - Returns: The exit status if nothing can run; what is wrong was reported.
  package static func prepare(
    _ words: [String], environment: [String: String]
  ) -> Result<Prepared, ExitStatus> {
    guard !words.isEmpty else {
      Output.error.write(lines: [HelpText.text(on: .overview)])
      return .failure(.usage)
    }
    do throws(UsageError) {
      return restrict(try Invocation(words, environment: environment), environment)
    } catch {
      error.message.write()
      return .failure(.usage)
    }
  }

  private static func restrict(
    _ invocation: Invocation, _ environment: [String: String]
  ) -> Result<Prepared, ExitStatus> {
    do throws(CommandFailure) {
      if case .command(let command, let catalog, let store, let isRequired) = invocation {
        if catalog != nil { CatalogChoice.reportWaits() }
        store?.prepare()
        try SystemResources.checkFiles(
          decodes: command.decoding != nil, opensModules: command.opensModules)
        try command.prepare(in: environment)
        try Confinement.begin(
          for: command, writing: [store?.writableFolder].compactMap(\.self),
          isRequired: isRequired)
      }
      try SystemResources.checkThreads(hasThreads: invocation.startsThreads)
      return .success(Prepared(invocation: invocation))
    } catch {
      return .failure(error.report())
    }
  }

  /// Runs the command, and returns the exit status.
  package static func run(
    _ prepared: Prepared, environment: [String: String]
  ) async -> ExitStatus {
    let status = await perform(prepared.invocation, environment)
    await Confinement.end()
    guard let reason = Output.standard.failure else { return status }
    Message(.error, "cannot write to standard output: \(reason)").write()
    return status == .success ? .directoryFailed : status
  }

  private static func perform(
    _ invocation: Invocation, _ environment: [String: String]
  ) async -> ExitStatus {
    do {
      if invocation.startsThreads { await SystemResources.openTimers() }
      switch invocation {
      case .command(let command, let catalog, let store, _):
        return try await command.run(
          in: CommandContext(
            environment: environment, catalog: catalog, store: store,
            decoders: Confinement.decoders))
      case .help(let topic): Output.standard.write(lines: [HelpText.text(on: topic)])
      case .version: Output.standard.write(lines: [ProgramVersion.line])
      }
      return .success
    } catch {
      return CommandFailure(of: error).report()
    }
  }
}
