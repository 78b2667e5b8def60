/// Every command, in the order of `--help`. A new one is a case and a line here and a file with its type,
/// whose ``Command/name`` does not compile without the case, nor the case without the line.
enum CommandName: String, CaseIterable {
  case sync, list, status, verify, providers, check, thumbnail

  var type: any Command.Type {
    switch self {
    case .sync: SyncCommand.self
    case .list: ListCommand.self
    case .status: StatusCommand.self
    case .verify: VerifyCommand.self
    case .providers: ProvidersCommand.self
    case .check: CheckCommand.self
    case .thumbnail: ThumbnailCommand.self
    }
  }
}

/// The options of a command, with their defaults as initial values.
protocol CommandOptions: Sendable, Hashable {
  init()
}

/// A command with its options and operands, ready to run.
protocol Command: Sendable {
  associatedtype Options: CommandOptions

  static var name: CommandName { get }
  static var text: CommandText { get }
  /// What it accepts besides `--help`.
  static var options: [Option<Options>] { get }
  /// Whether it starts threads, which are checked for first; see ``SystemResources``.
  static var startsThreads: Bool { get }

  /// - Parameter operands: as many as ``text`` says.
  /// - Throws: ``UsageError``; nothing is touched yet.
  init(_ operands: [String], _ options: Options) throws(UsageError)

  /// - Throws: ``UsageError`` or ``CommandFailure``.
  func run(in environment: [String: String]) async throws -> ExitStatus
}

extension Command {
  static var startsThreads: Bool { true }

  static var syntax: CommandSyntax {
    let defaults = Options()
    let options = options.map { $0.syntax(in: defaults) } + [.help]
    return CommandSyntax(
      name: name.rawValue, text: text,
      options: OptionGroup.allCases.flatMap { group in options.filter { $0.group == group } })
  }

  /// Fills in the defaults.
  init(_ parsed: ParsedArguments) throws(UsageError) {
    try Self.syntax.check(parsed.operands)
    let table = Self.options
    var options = Options()
    for given in parsed.options {
      guard let option = table.first(where: { $0.syntax.name == given.name }) else { continue }
      if let other = option.syntax.excludes, parsed.has(other) {
        throw UsageError("--\(given.name) and --\(other) exclude each other")
      }
      try option.set(&options, given.value)
    }
    try self.init(parsed.operands, options)
  }
}
