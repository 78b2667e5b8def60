import Console
import Images

/// `photomirror sync NAME…` and `sync --all`: several mirrors, one after another, so that a site sees one
/// client.
struct MirrorsCommand: Command {
  typealias Options = SyncCommand.Options
  static let name = CommandName.sync
  static let text = SyncCommand.text
  static let options = SyncCommand.options

  private let mirrors: [(name: String, sync: SyncCommand)]

  init(_ mirrors: [(name: String, sync: SyncCommand)]) { self.mirrors = mirrors }

  init(_ operands: [String], _ options: Options) throws(UsageError) {
    self.init([("", try SyncCommand(operands, options))])
  }

  /// The largest limits of any of them: the processes that decode serve all.
  var decoding: ImageLimits? {
    mirrors.compactMap(\.sync.decoding).max { $0.memory < $1.memory }
  }
  var opensModules: Bool { true }
  var writableFolders: [String]? { mirrors.flatMap { $0.sync.writableFolders ?? [] } }
  var newDirectories: [String] { mirrors.flatMap(\.sync.newDirectories) }
  var namesStore: Bool { mirrors.contains(where: \.sync.namesStore) }
  var isVerbose: Bool { mirrors.contains(where: \.sync.isVerbose) }
  var requiresSandbox: Bool { mirrors.contains(where: \.sync.requiresSandbox) }

  func prepare(in environment: [String: String]) throws(CommandFailure) {
    for mirror in mirrors { try mirror.sync.prepare(in: environment) }
  }

  /// A mirror that fails does not keep the others from running.
  /// - Returns: The first status that is not success; an interruption ends the command.
  func run(in context: CommandContext) async throws -> ExitStatus {
    var result = ExitStatus.success
    for (name, sync) in mirrors {
      if sync.options.progress != .none, sync.options.progress != .log {
        Output.error.write(lines: ["mirror    \(TerminalText.line(name))"])
      }
      var own = context
      own.catalog = sync.catalog
      own.store?.location = sync.store
      let status = await sync.status(in: own, about: "mirror '\(name)'")
      if status == .interrupted { return status }
      if result == .success { result = status }
    }
    return result
  }
}
