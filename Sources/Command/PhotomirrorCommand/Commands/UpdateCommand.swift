import Configuration
import Console
import Foundation
import Images
import MirrorCore
import Mirroring
import SystemCalls

/// `photomirror sync DIRECTORY`: the sources of a mirror, each with the options of its last run, one after another, with
/// one summary. An option of the command line replaces that of the last run.
struct UpdateCommand: Command {
  typealias Options = SyncOptions
  static let name = CommandName.sync
  static let text = CommandText(
    summary: SyncCommand.text.summary, operands: ["DIRECTORY"],
    examples: SyncCommand.text.examples, exitStatuses: SyncCommand.text.exitStatuses)
  static let options = SyncOptions.options

  private let directory: String
  private let options: Options
  /// The command line, without what the configuration and the environment give.
  private var given = ParsedArguments()
  private var defaults = OptionDefaults(file: nil, environment: [:])

  init(_ operands: [String], _ options: Options) {
    (directory, self.options) = (operands[0], options)
  }

  /// The directory that is the only operand.
  static func onlyDirectory(of line: ParsedArguments, in file: ConfigurationFile?) -> String? {
    guard line.operands.count == 1, !line.has("all"), let word = line.operands.first,
      file?.mirrors.contains(where: { $0.name == word }) != true,
      FileStatus(following: word)?.isDirectory == true
    else { return nil }
    return word
  }

  /// The directory whose sources are to be run; nil for another use of `sync`.
  /// - Throws: ``UsageError`` if it is a source, too.
  static func directory(
    of line: ParsedArguments, in file: ConfigurationFile?
  ) throws(UsageError) -> String? {
    guard let directory = onlyDirectory(of: line, in: file) else { return nil }
    guard (try? SourceAddress(directory)) == nil else {
      throw UsageError(
        "'\(directory)' is a source, and also a directory here",
        hints: ["write ./\(directory) for the directory, or add a DIRECTORY for the source"])
    }
    return directory
  }

  /// The commands that give secrets run here, as the process is not restricted yet.
  static func command(
    _ given: ParsedArguments, of directory: String, _ defaults: OptionDefaults
  ) throws(UsageError) -> UpdateCommand {
    var line = given
    if let file = defaults.file {
      line.settings = try ConfiguredSetting.settings(
        of: file, provider: nil, home: HomePath(home: defaults.environment["HOME"]))
    }
    let filled = try defaults.filling(line, of: nil)
    var command = try Self(filled)
    command.requiresSandbox = filled.has(OptionSyntax.requireSandbox.name)
    (command.given, command.defaults) = (line, defaults)
    return command
  }

  var decoding: ImageLimits? { options.mirror.imageLimits }
  var opensModules: Bool { true }
  var writableFolders: [String]? {
    let environment = ProcessInfo.processInfo.environment
    return [directory] + options.unattended.resolved(environment).folders
      + options.rememberedFolders(environment)
  }
  var isVerbose: Bool { options.mirror.isVerbose }
  var requiresSandbox = false

  func prepare(in environment: [String: String]) throws(CommandFailure) {
    if options.excludeFile != nil { KnownFiles(environment).prepare() }
    try options.unattended.prepare(in: environment, mirroringInto: directory)
  }

  /// - Returns: The first status that is not success. A source that fails does not keep the others from running; an
  ///   interruption or a limit ends the command.
  func run(in context: CommandContext) async throws -> ExitStatus {
    let sources = try await sources(of: context.mirror(directory))
    let sum = SummedRuns(
      options.progress, terminal: Terminal(.error, environment: context.environment))
    var result = ExitStatus.success
    for source in sources {
      let status = await status(of: source, sum, in: context)
      if result == .success { result = status }
      if status == .interrupted { result = status }
      if sum.isStopped || result == .interrupted { break }
    }
    sum.write()
    return result
  }

  private func sources(of mirror: Mirror) async throws -> [RecordedSource] {
    let sources = try await RecordedSource.reading { () throws(MirrorError) in
      try RecordedSource.all(of: mirror)
    }
    guard sources.isEmpty else { return sources }
    throw CommandFailure(
      .directoryFailed, "the mirror in \(directory) has no source yet",
      hints: ["'photomirror sync SOURCE \(directory)' mirrors one there"])
  }

  private func status(
    of source: RecordedSource, _ sum: SummedRuns, in context: CommandContext
  ) async -> ExitStatus {
    do {
      return try await sync(source, sum, in: context).run(in: context)
    } catch {
      return CommandFailure(of: error, about: source.address).report()
    }
  }

  /// The run of a source, with the options of its last run.
  private func sync(
    _ source: RecordedSource, _ sum: SummedRuns, in context: CommandContext
  ) throws -> SyncCommand {
    let owners = context.mirror(directory).storeOwners
    let files = KnownFiles(context.environment)
    var line = given
    var added: [String] = []
    var sync: SyncCommand
    do throws(UsageError) {
      if let options = source.options {
        (line, added) = try given.taking(
          kept: KeptOptions.words(options), of: SyncCommand.syntax
        ) { files.has($0, of: owners) }
      }
      line = try defaults.filling(line, of: nil)
      line.operands = [source.address, directory]
      sync = try SyncCommand(line)
    } catch {
      throw CommandFailure(
        .directoryFailed,
        "\(source.address): the options in the catalog are invalid: \(error.text)",
        hints: error.hints + ["'photomirror sync \(source.address) \(directory)' replaces them"])
    }
    if source.options == nil, let choices = source.choices {
      if !given.has("size") { sync.options.mirror.size = choices.size }
      if !given.has("thumbnail") { sync.options.mirror.thumbnailEdge = choices.thumbnailEdge }
    }
    sync.options.provider.keep(only: sync.source)
    sync.keptOptions = KeptOptions.text(
      of: line, home: HomePath(home: defaults.environment["HOME"]))
    (sync.isRecorded, sync.sum) = (true, sum)
    if ![.none, .log].contains(options.progress) { KeptOptions.note(added, of: source.address) }
    return sync
  }
}

extension ProviderOptions {
  /// Drops settings of other providers than a source's.
  fileprivate mutating func keep(only source: SourceAddress) {
    guard case .feed(let provider, _, _) = source else { return }
    values.removeAll { $0.provider != provider }
    files.removeAll { $0.provider != provider }
  }
}
