import Configuration

/// The options of a command that the command line leaves out: each from the first of the environment's
/// `PHOTOMIRROR_<OPTION>`, the table of the mirror, and the table `[sync]`.
struct OptionDefaults {
  let file: ConfigurationFile?
  let environment: [String: String]
  /// The command's.
  var options = CommandName.sync.type.syntax.options

  /// Options that only a command line can have, and why a file cannot.
  private static let excluded = [
    "help": "it is for a command line",
    "all": "it is for a command line",
    "dry-run": "it is for a command line",
    "new": "it is for a command line",
    "set": "write the setting into [provider.NAME]",
    "set-file": "write SETTING_file = \"PATH\" into [provider.NAME]",
  ]

  /// The names that a file can have.
  static var names: [String] {
    CommandName.sync.type.syntax.options.map(\.name).filter { excluded[$0] == nil }
  }

  /// `PHOTOMIRROR_MAX_RATE`
  static func variable(of option: String) -> String {
    "PHOTOMIRROR_\(option.uppercased().replacing("-", with: "_"))"
  }

  /// - Parameter mirror: Nil for a run that is not of the configuration.
  /// - Throws: ``UsageError`` for an invalid value; what a command line replaces is not read.
  func filling(
    _ given: ParsedArguments, of mirror: ConfigurationFile.Mirror?
  ) throws(UsageError) -> ParsedArguments {
    var filled = given
    for syntax in options where Self.excluded[syntax.name] == nil {
      guard !filled.has(syntax.name), !isReplaced(syntax, by: given) else { continue }
      guard let (texts, origin) = try value(of: syntax, mirror) else { continue }
      for text in texts { filled.add(syntax.name, text, from: origin) }
    }
    return filled.withoutUnusedStoreOptions()
  }

  /// Whether an option that excludes this one was given.
  private func isReplaced(_ syntax: OptionSyntax, by given: ParsedArguments) -> Bool {
    if syntax.excludes.contains(where: given.has) { return true }
    return options.contains { $0.excludes.contains(syntax.name) && given.has($0.name) }
  }

  private func value(
    of syntax: OptionSyntax, _ mirror: ConfigurationFile.Mirror?
  ) throws(UsageError) -> ([String], OptionOrigin)? {
    let variable = Self.variable(of: syntax.name)
    if !syntax.isRepeatable, let text = environment[variable], !text.isEmpty {
      return (try texts(of: text, for: syntax, variable), .environment(variable))
    }
    if syntax.name == OptionSyntax.catalog.name {
      guard let (text, line) = mirror.flatMap({ file?.catalog(of: $0) }) else { return nil }
      return ([text], .file(path: file?.path ?? "", line: line))
    }
    let own = mirror?.options.last { $0.name == syntax.name }
    guard let file, let option = own ?? file.options.last(where: { $0.name == syntax.name }) else {
      return nil
    }
    do throws(ConfigurationFile.Problem) {
      var texts = try option.texts(for: syntax)
      if own == nil, UnattendedOptions.files.contains(syntax.name),
        texts.contains(where: { $0.contains(ConfigurationFile.Mirror.placeholder) })
      {
        guard let mirror else { return nil }
        texts = texts.map(mirror.named)
      }
      return (texts, .file(path: file.path, line: option.line))
    } catch {
      throw UsageError(error, in: file.path)
    }
  }

  /// - Returns: Empty for a flag that is off.
  private func texts(
    of text: String, for syntax: OptionSyntax, _ variable: String
  ) throws(UsageError) -> [String] {
    guard syntax.placeholder == nil else { return [text] }
    switch text.lowercased() {
    case "1", "true", "yes", "on": return [""]
    case "0", "false", "no", "off": return []
    default: throw UsageError("\(variable) takes true or false, not '\(text)'")
    }
  }

  /// The names and values of options in a file that are invalid, by themselves.
  static func problems(of file: ConfigurationFile) -> [ConfigurationFile.Problem] {
    file.sharedCatalogs
      + (file.options + file.mirrors.flatMap(\.options)).compactMap { option in
        do throws(ConfigurationFile.Problem) {
          if let key = VerifyKey(rawValue: option.name) {
            try option.check(key)
          } else if let key = PingKey(rawValue: option.name) {
            try option.check(key)
          } else {
            option.name == OptionSyntax.catalog.name
              ? try option.checkCatalog() : try option.check()
          }
          return nil
        } catch {
          return error
        }
      }
  }

  fileprivate static func reason(against name: String) -> String? { excluded[name] }
}

extension ConfigurationFile.Option {
  /// - Throws: If `sync` has no such option, or if the option cannot have the value.
  fileprivate func check() throws(ConfigurationFile.Problem) {
    if let reason = OptionDefaults.reason(against: name) {
      throw .init(line: line, "'\(name)' cannot be set in a configuration", hint: reason)
    }
    guard let syntax = CommandName.sync.type.syntax.options.first(where: { $0.name == name }),
      let option = SyncOptions.options.first(where: { $0.syntax.name == name })
    else {
      let nearest = NearestName.of(
        name,
        among: OptionDefaults.names + ["source", "directory"] + VerifyKey.allCases.map(\.rawValue)
          + PingKey.allCases.map(\.rawValue))
      throw .init(
        line: line, "there is no option '\(name)'",
        hint: nearest.map { "did you mean \($0)?" }
          ?? "the options are those of 'photomirror sync --help'")
    }
    var options = SyncOptions()
    for text in try texts(for: syntax) {
      do throws(UsageError) {
        try option.set(&options, text)
      } catch {
        throw .init(line: line, error.text, hint: error.hints.first)
      }
    }
  }

  /// The value as on a command line, once for each repetition of the option; none for a flag that is off.
  fileprivate func texts(for syntax: OptionSyntax) throws(ConfigurationFile.Problem) -> [String] {
    switch (value, syntax.placeholder) {
    case (.boolean(let isOn), nil): return isOn ? [""] : []
    case (_, nil): throw .init(line: line, "'\(name)' takes true or false")
    case (.string(let text), _), (.integer(let text), _): return [text]
    case (.strings(let texts), _):
      return syntax.isRepeatable ? texts : [texts.joined(separator: ",")]
    case (_, let placeholder?):
      throw .init(line: line, "'\(name)' takes \(placeholder), as a text or a whole number")
    }
  }
}

extension UsageError {
  /// - Parameter path: The file's.
  init(_ problem: ConfigurationFile.Problem, in path: String) {
    let place = problem.line > 0 ? "\(path):\(problem.line): " : "\(path) "
    self.init(
      place + problem.reason,
      hints: (problem.hint.map { [$0] } ?? []) + ["see 'photomirror config check'"])
  }
}
