import Configuration

/// The command line of a command other than `sync`, completed by the configuration: a mirror's name is replaced by
/// its source or directory, and the mirror's catalog, the settings of providers, and options with the same meaning as
/// those of `sync` apply.
enum ConfiguredLine {
  /// `sync` and `doctor` read the configuration themselves; others have nothing that it could give.
  static func completing(
    _ given: ParsedArguments, for command: any Command.Type, _ environment: [String: String]
  ) throws(UsageError) -> ParsedArguments {
    let syntax = command.syntax
    guard ![.sync, .doctor].contains(command.name), isRead(for: syntax) else { return given }
    let file = try UserConfiguration.read(in: environment)
    var line = given
    var mirror: ConfigurationFile.Mirror?
    if let file { mirror = try MirrorOperands(file: file, syntax: syntax).resolve(&line) }
    let defaults = OptionDefaults(
      file: file, environment: environment, options: syntax.optionsSharedWithSync)
    line = try defaults.filling(line, of: mirror)
    line = line.takingVerifyTime(of: mirror, from: file)
    // Workers name the place of the photos, which is a mirror's directory if it names no store.
    if command.name == .work, let mirror, let file, !line.has("store") {
      line.add(
        "store", mirror.directory, from: .file(path: file.path, line: mirror.directoryLine))
    }
    if let file, syntax.takesSettings, command.needsSettings(line) {
      line.settings = try ConfiguredSetting.settings(
        of: file, provider: provider(of: line, syntax, mirror),
        home: HomePath(home: environment["HOME"]))
    }
    return line
  }

  private static func isRead(for syntax: CommandSyntax) -> Bool {
    syntax.takesSettings
      || syntax.text.operands.contains { $0.contains("SOURCE") || $0.contains("DIRECTORY") }
  }

  /// The provider whose settings are read, with the commands among them; nil for all.
  private static func provider(
    of line: ParsedArguments, _ syntax: CommandSyntax, _ mirror: ConfigurationFile.Mirror?
  ) -> String? {
    if syntax.text.operands == ["PROVIDER"] { return line.operands.first }
    // Of a mirror's directory, sources that are not in the configuration may be asked too.
    guard syntax.text.operands.first == "SOURCE", let source = line.operands.first,
      case .feed(let name, _, _)? = try? SourceAddress(source)
    else { return nil }
    return name
  }
}

extension CommandSyntax {
  fileprivate var takesSettings: Bool { options.contains { $0.name == "set-file" } }

  /// The options that the configuration of a mirror gives to this command too. `--max-rate`, for example, is the disk's
  /// for `verify`.
  var optionsSharedWithSync: [OptionSyntax] {
    let isOfWorkers = name == CommandName.work.rawValue
    return options.filter { option in
      option.uses.contains(.allCommands) || isOfWorkers && option.uses.contains(.workers)
        || option.group == .store && (text.opensStore || isOfWorkers)
    }
  }
}
