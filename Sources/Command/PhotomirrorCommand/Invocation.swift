import Console

/// The request of a command line.
enum Invocation: Sendable {
  case command(
    any Command, on: CatalogChoice? = nil, in: StoreChoice? = nil, requiringSandbox: Bool = false)
  /// ``HelpText`` to standard output.
  case help(HelpTopic)
  case version

  /// Whether it starts threads; see ``Command/startsThreads``.
  var startsThreads: Bool {
    guard case .command(let command, _, _, _) = self else { return false }
    return type(of: command).startsThreads
  }

  /// - Parameter words: the words after the program's name.
  init(_ words: [String], environment: [String: String] = [:]) throws(UsageError) {
    guard let first = words.first else {
      throw UsageError("no command was given", hints: [Self.pointer])
    }
    let rest = Array(words.dropFirst())
    switch first {
    case "--version":
      guard rest.isEmpty else {
        throw UsageError("unexpected argument '\(rest[0])'", hints: [Self.pointer])
      }
      self = .version
    case "help", "--help", "-h": self = .help(try HelpTopic(rest))
    default:
      guard let name = CommandName(rawValue: first) else { throw Self.unknown(first, before: rest) }
      self = try Self.read(rest, as: name, environment)
    }
  }

  private static func read(
    _ words: [String], as name: CommandName, _ environment: [String: String]
  ) throws(UsageError) -> Invocation {
    let syntax = name.type.syntax
    do {
      let parsed = try ArgumentParser.parse(words, as: syntax)
      if parsed.has(OptionSyntax.help.name) { return .help(.command(name)) }
      let line = try ConfiguredLine.completing(parsed, for: name.type, environment)
      let command = try name.type.command(line, environment: environment)
      let catalog = name.type.text.opensMirror ? try CatalogChoice(line, environment) : nil
      let store = try StoreChoice(line, of: syntax, for: command, environment)
      return .command(
        command, on: command.catalog ?? catalog, in: store,
        requiringSandbox: command.requiresSandbox || line.has(OptionSyntax.requireSandbox.name))
    } catch {
      throw UsageError(error.text, hints: error.hints + [syntax.pointer])
    }
  }

  private static func unknown(_ word: String, before rest: [String]) -> UsageError {
    if (try? SourceAddress(word)) != nil {
      let words = ["photomirror sync", ShellWord.quoted(word)] + rest.map(ShellWord.quoted)
      return UsageError(
        "'\(word)' is a source, not a command",
        hints: ["write \(words.joined(separator: " "))", pointer])
    }
    let isOption = word.hasPrefix("-")
    let names = CommandName.shown.map(\.rawValue) + ["help", "--help", "--version"]
    let isVersion = ["-V", "-v", "version"].contains(word)
    let nearest =
      isVersion
      ? ["use 'photomirror --version'"]
      : OtherWords.hint(forCommand: word) + NearestName.hint(word, among: names, quote: "'")
    return UsageError(
      "there is no \(isOption ? "option" : "command") '\(word)'",
      hints: nearest.prefix(1)
        + (isOption && nearest.isEmpty ? ["options follow the command"] : []) + [pointer])
  }

  private static let pointer = "see 'photomirror --help'"
}
