import Console
import Foundation

/// The command: reads its arguments, does what they ask for, and gives the exit code.
package enum Photomirror {
  /// Call once, first; see ``Output/prepareStandardStreams()``.
  package static func prepareStandardStreams() { Output.prepareStandardStreams() }

  /// Tells what the machine lacks for the work, and gives the exit code; nil: nothing. Call it before
  /// the first task: without threads none begins. What is wrong with the words is told by ``run``.
  package static func refusal(_ words: [String]) -> ExitStatus? {
    do {
      try SystemResources.check(hasThreads: (try? Invocation(words))?.hasThreads ?? false)
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
    guard let reason = Output.standard.failure else { return status }
    Message(.error, "cannot write to standard output: \(reason)").write()
    return status == .success ? .directoryFailed : status
  }

  private static func perform(_ words: [String], _ environment: [String: String]) async
    -> ExitStatus
  {
    do {
      let invocation = try Invocation(words)
      if invocation.hasThreads { await SystemResources.openTimers() }
      switch invocation {
      case .sync(let arguments):
        return try await SyncCommand(arguments, environment: environment).run()
      case .list(let arguments):
        return try await ListCommand(arguments, environment: environment).run()
      case .status(let arguments):
        return try StatusCommand(arguments, environment: environment).run()
      case .verify(let arguments):
        return try await VerifyCommand(arguments, environment: environment).run()
      case .providers(let arguments):
        return ProvidersCommand(arguments, environment: environment).run()
      case .check(let arguments):
        return try await CheckCommand(arguments).run()
      case .thumbnail(let arguments):
        return try await ThumbnailCommand(arguments).run()
      case .help(let topic): Output.standard.write(lines: [HelpText.text(on: topic)])
      case .version: Output.standard.write(lines: [Version.line])
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

extension Invocation {
  /// Whether it works on threads of its own.
  fileprivate var hasThreads: Bool {
    switch self {
    case .sync, .list, .verify, .check, .thumbnail: true
    case .status, .providers, .help, .version: false
    }
  }
}
