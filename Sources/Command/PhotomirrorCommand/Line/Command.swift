import Console
import Images
import MirrorCore

/// Every command, in the order of `--help`. A new one is a case here, a line in ``type``, and a file with its type, whose
/// ``Command/name`` does not compile without the case, nor the case without the line.
enum CommandName: String, CaseIterable {
  case sync, `import`, adopt, list, fetch, work, status, report, verify, repair, copy, recover
  case bundle, trash, restore, forget, rename, thumbnails, export, gallery, browse, catalog
  case initialize = "init"
  case schedule, watch, config, doctor, providers, login, logout, whoami, check, thumbnail, complete
}

/// A command with its options and operands, ready to run.
protocol Command: Sendable {
  associatedtype Options: CommandOptions

  static var name: CommandName { get }
  static var text: CommandText { get }
  /// Its options, besides `--help`.
  static var options: [Option<Options>] { get }
  /// The keys of its results as JSON, for help and `--json=FIELD,…`.
  static var results: [ToldKeys] { get }
  /// Whether it starts threads, which are checked for first; see ``SystemResources``.
  static var startsThreads: Bool { get }

  /// The limits of the images that it decodes; nil if it decodes none.
  var decoding: ImageLimits? { get }
  /// Whether it opens provider modules.
  var opensModules: Bool { get }
  /// The folders in which it writes, which may not exist yet; nil if they are unknown.
  var writableFolders: [String]? { get }
  /// The directories that are made before the restrictions, and removed after the command if they are empty. To make
  /// them later, the command would need to write in the folder above.
  var newDirectories: [String] { get }
  /// The server with the mirror's catalog, if the command's own configuration names one.
  var catalog: CatalogChoice? { get }
  /// Whether the configuration of one of its mirrors names an object store.
  var namesStore: Bool { get }
  /// The object store that an operand names as `--store` does; nil if none does.
  var storeOperand: StoreLocation? { get }
  /// Whether it reports the restrictions of ``Confinement``.
  var isVerbose: Bool { get }
  /// Whether the configuration of one of its mirrors requires the restrictions of ``Confinement``.
  var requiresSandbox: Bool { get }

  /// The command that a command line asks for. Called before the first thread.
  /// - Throws: ``UsageError``; nothing is touched yet.
  static func command(
    _ parsed: ParsedArguments, environment: [String: String]
  ) throws(UsageError) -> any Command

  /// - Parameter operands: as many as ``text`` says.
  /// - Throws: ``UsageError``; nothing is touched yet.
  init(_ operands: [String], _ options: Options) throws(UsageError)

  /// Whether a command line asks for what needs the settings of providers.
  static func needsSettings(_ parsed: ParsedArguments) -> Bool

  /// Called before the first thread, and before ``Confinement`` restricts the process.
  func prepare(in environment: [String: String]) throws(CommandFailure)

  /// - Throws: ``UsageError`` or ``CommandFailure``.
  func run(in context: CommandContext) async throws -> ExitStatus
}

extension Command {
  static var results: [ToldKeys] { [] }
  static var startsThreads: Bool { true }

  static func needsSettings(_ parsed: ParsedArguments) -> Bool { true }

  func prepare(in environment: [String: String]) throws(CommandFailure) {}

  static func command(
    _ parsed: ParsedArguments, environment: [String: String]
  ) throws(UsageError) -> any Command {
    try Self(parsed)
  }

  var decoding: ImageLimits? { nil }
  var opensModules: Bool { false }
  var writableFolders: [String]? { nil }
  var newDirectories: [String] { [] }
  var catalog: CatalogChoice? { nil }
  var namesStore: Bool { false }
  var storeOperand: StoreLocation? { nil }
  var isVerbose: Bool { false }
  var requiresSandbox: Bool { false }

  static var syntax: CommandSyntax {
    let defaults = Options()
    var catalog = OptionSyntax.catalog
    if text.isLong { catalog.group = .store }
    let options =
      options.map { $0.syntax(in: defaults) } + (text.opensMirror ? [catalog] : [])
      + (text.isRestricted ? [.requireSandbox] : [])
      + (text.opensStore ? StoreOptions.known.map { $0.syntax(in: StoreOptions()) } : []) + [.help]
    return CommandSyntax(
      name: name.rawValue, text: text,
      options: OptionGroup.allCases.flatMap { group in options.filter { $0.group == group } })
  }

  /// Runs it as one of several, and reports its error.
  func status(in context: CommandContext, about subject: String) async -> ExitStatus {
    do { return try await run(in: context) } catch {
      return CommandFailure(of: error, about: subject).report()
    }
  }

  /// Fills in the defaults.
  init(_ parsed: ParsedArguments) throws(UsageError) {
    try Self.syntax.check(parsed.operands)
    var options = try Self.values(of: parsed)
    if var taking = options as? any ProviderTaking {
      taking.provider.configured = parsed.settings
      options = taking as? Options ?? options
    }
    try self.init(parsed.operands, options)
  }

  /// The options of a command line; the defaults of the others.
  static func values(of parsed: ParsedArguments) throws(UsageError) -> Options {
    let table = Self.options
    var options = Options()
    for given in parsed.options {
      guard let option = table.first(where: { $0.syntax.name == given.name }) else { continue }
      if let other = option.syntax.excludes.first(where: parsed.has) {
        throw UsageError("--\(given.name) and --\(other) exclude each other")
      }
      do throws(UsageError) {
        try option.set(&options, given.value)
      } catch {
        throw UsageError(given.origin.errorPrefix + error.text, hints: error.hints)
      }
    }
    return options
  }
}
