import Console
import MirrorCore
import Mirroring

/// `photomirror sync SOURCE DIRECTORY`
struct SyncCommand {
  private let arguments: SyncArguments
  private let terminal: Terminal
  private let environment: [String: String]

  init(_ arguments: SyncArguments, environment: [String: String]) {
    self.arguments = arguments
    self.environment = environment
    terminal = Terminal(.error, environment: environment)
  }

  func run() async throws -> ExitStatus {
    var configuration = try configuration()
    let printer = ProgressPrinter(
      arguments.progress, terminal: terminal, output: .standard,
      isVerbose: arguments.network.isVerbose)
    let isDryRun = arguments.isDryRun
    configuration.whenStuck = { reason in
      printer.restore()
      Message.end(.sourceFailed, reason, hints: isDryRun ? [] : [SummaryText.goOn])
    }
    let mirroring = configuration
    do {
      let summary = try await StopSignals.run {
        isDryRun
          ? await Rehearsal(mirroring, delegate: printer).run()
          : try await Mirror(mirroring, delegate: printer).run()
      } lastWords: {
        printer.restore()
        return Message(.error, "interrupted", hints: isDryRun ? [] : [SummaryText.goOn]).lines
      }
      return ExitStatus(summary)
    } catch let error as MirrorError {
      printer.restore()
      throw CommandFailure(error)
    }
  }

  private func configuration() throws -> MirrorConfiguration {
    let source = try ChosenSource(
      arguments.source, providerPath: arguments.providerPath, settings: arguments.settings,
      environment: environment)
    try arguments.size.check(against: source.provider.manifest)
    var configuration = source.configuration(directory: arguments.directory)
    configuration.size = SizePolicy(arguments.size)
    configuration.limit = arguments.limit
    configuration.jobs = arguments.jobs
    configuration.thumbnailEdge = arguments.thumbnailEdge == 0 ? nil : arguments.thumbnailEdge
    configuration.attempts = arguments.attempts
    configuration.retryTime = arguments.retryTime
    configuration.stallTimeout = arguments.stallTimeout
    configuration.maximumRate = arguments.maximumRate
    configuration.maximumBytes = arguments.maximumBytes.map { Int64($0) }
    configuration.maximumTime = arguments.maximumTime
    configuration.minimumFree = Int64(arguments.minimumFree)
    configuration.imageLimits = arguments.limits
    configuration.keepsUndecoded = arguments.keepsUndecoded
    configuration.apply(arguments.network)
    return configuration
  }
}

extension SizePolicy {
  fileprivate init(_ wanted: WantedSize) {
    self =
      switch wanted {
      case .largest: .largest
      case .edge(let edge): .edge(edge)
      case .label(let label): .label(label)
      }
  }
}
