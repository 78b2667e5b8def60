import Configuration
import ProviderLoader

extension SyncCommand {
  /// `sync SOURCE DIRECTORY` with the defaults of the configuration, or the mirrors that it names.
  static func command(
    _ parsed: ParsedArguments, environment: [String: String]
  ) throws(UsageError) -> any Command {
    // An option that took the source as its value is the mistake to report.
    _ = try values(of: parsed)
    let file = try UserConfiguration.read(in: environment)
    let defaults = OptionDefaults(file: file, environment: environment)
    let parsed = try parsed.namingMirrors(in: file)
    if let directory = try UpdateCommand.directory(of: parsed, in: file) {
      return try UpdateCommand.command(parsed, of: directory, defaults)
    }
    let mirrors = try mirrors(of: parsed, in: file, environment)
    guard !mirrors.isEmpty else {
      let mirror = file?.mirror(in: parsed.operands.last)
      return try single(
        defaults.filling(parsed, of: nil).takingCatalog(of: mirror, from: defaults), file,
        environment)
    }
    var commands: [(name: String, sync: SyncCommand)] = []
    for mirror in mirrors {
      commands.append((mirror.name, try named(mirror, parsed, defaults)))
    }
    guard commands.count > 1 else { return commands[0].sync }
    guard !CatalogChoice.isMade(parsed, environment) else {
      throw UsageError("a catalog in a database is for one mirror, and these are \(commands.count)")
    }
    return MirrorsCommand(commands)
  }

  /// The run of a mirror of the configuration.
  private static func named(
    _ mirror: ConfigurationFile.Mirror, _ parsed: ParsedArguments, _ defaults: OptionDefaults
  ) throws(UsageError) -> SyncCommand {
    var filled = try defaults.filling(parsed.removing("all"), of: mirror)
    filled.operands = [mirror.source, mirror.directory]
    do throws(UsageError) {
      var command = try single(filled, defaults.file, defaults.environment)
      command.mirrorName = mirror.name
      let home = HomePath(home: defaults.environment["HOME"])
      command.ping = try defaults.file?.ping(of: mirror, home: home)
      return command
    } catch {
      throw UsageError("mirror '\(mirror.name)': \(error.text)", hints: error.hints)
    }
  }

  private static func single(
    _ parsed: ParsedArguments, _ file: ConfigurationFile?, _ environment: [String: String]
  ) throws(UsageError) -> SyncCommand {
    var command = try Self(parsed)
    command.catalog = try CatalogChoice(parsed, environment)
    command.requiresSandbox = parsed.has(OptionSyntax.requireSandbox.name)
    command.keptOptions = KeptOptions.text(of: parsed, home: HomePath(home: environment["HOME"]))
    guard let file else { return command }
    // The provider of a web address is known only after the modules are open.
    var provider: String?
    if case .feed(let name, _, _) = command.source { provider = name }
    command.options.provider.configured = try ConfiguredSetting.settings(
      of: file, provider: provider, home: HomePath(home: environment["HOME"]))
    return command
  }

  /// The mirrors that the command line names; none if it has a source.
  private static func mirrors(
    of parsed: ParsedArguments, in file: ConfigurationFile?, _ environment: [String: String]
  ) throws(UsageError) -> [ConfigurationFile.Mirror] {
    if parsed.has("all") {
      guard parsed.operands.isEmpty else {
        throw UsageError("--all and '\(parsed.operands[0])' exclude each other")
      }
      guard let file, !file.mirrors.isEmpty else {
        throw UsageError("--all: \(UserConfiguration.lack(of: file, in: environment))")
      }
      return file.mirrors
    }
    let names = parsed.operands
    guard !names.isEmpty, names.allSatisfy(isName(in: file)) || names.count == 1 else { return [] }
    if let first = names.first, (try? SourceAddress(first)) != nil { return [] }
    var mirrors: [ConfigurationFile.Mirror] = []
    for name in names where !mirrors.contains(where: { $0.name == name }) {
      guard let mirror = file?.mirrors.first(where: { $0.name == name }) else {
        throw unknown(name, in: file, environment)
      }
      mirrors.append(mirror)
    }
    return mirrors
  }

  private static func isName(in file: ConfigurationFile?) -> (String) -> Bool {
    { name in file?.mirrors.contains { $0.name == name } ?? false }
  }

  private static func unknown(
    _ name: String, in file: ConfigurationFile?, _ environment: [String: String]
  ) -> UsageError {
    guard let file, !file.mirrors.isEmpty else {
      return UsageError(
        "'\(name)' is not a source, and \(UserConfiguration.lack(of: file, in: environment))",
        hints: ["give a SOURCE and a DIRECTORY, or see 'photomirror help configuration'"])
    }
    return file.lack(ofMirror: name)
  }
}

extension ParsedArguments {
  /// With the names of the mirrors whose directory is the only operand.
  fileprivate func namingMirrors(in file: ConfigurationFile?) throws(UsageError) -> ParsedArguments
  {
    guard let file, let directory = UpdateCommand.onlyDirectory(of: self, in: file) else {
      return self
    }
    let names = file.mirrors(in: directory).map(\.name)
    guard !names.isEmpty else { return self }
    var named = self
    named.operands = names
    return named
  }
}
