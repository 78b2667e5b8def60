/// What a command line asks for, with every default filled in.
package enum Invocation: Sendable, Hashable {
  case sync(SyncArguments)
  case list(ListArguments)
  case status(StatusArguments)
  case verify(VerifyArguments)
  case providers(ProvidersArguments)
  case check(CheckArguments)
  case thumbnail(ThumbnailArguments)
  /// ``HelpText`` to standard output.
  case help(HelpTopic)
  case version

  /// Reads the words after the program's name.
  /// - Throws: ``UsageError``.
  package init(_ words: [String]) throws(UsageError) {
    guard let first = words.first else {
      throw UsageError("no command was given", hints: Self.commandHints)
    }
    let rest = Array(words.dropFirst())
    switch first {
    case "--version": self = .version
    case "help", "--help", "-h": self = .help(try HelpTopic(rest))
    default: self = try Self.command(first, rest)
    }
  }

  private static func command(
    _ name: String, _ words: [String]
  ) throws(UsageError) -> Invocation {
    guard let syntax = CommandSyntax.all.first(where: { $0.name == name }) else {
      throw unknown(name)
    }
    do {
      let parsed = try ArgumentParser.parse(words, as: syntax)
      return parsed.has(OptionSyntax.help.name)
        ? .help(.command(name)) : try invocation(of: syntax, parsed)
    } catch {
      throw UsageError(error.text, hints: error.hints + [syntax.pointer])
    }
  }

  private static func invocation(
    of syntax: CommandSyntax, _ parsed: ParsedArguments
  ) throws(UsageError) -> Invocation {
    switch syntax {
    case .sync: return .sync(try SyncArguments(parsed))
    case .list: return .list(try ListArguments(parsed))
    case .status: return .status(try StatusArguments(parsed))
    case .verify: return .verify(try VerifyArguments(parsed))
    case .check: return .check(try CheckArguments(parsed))
    case .thumbnail: return .thumbnail(try ThumbnailArguments(parsed))
    default: return .providers(try ProvidersArguments(parsed))
    }
  }

  private static func unknown(_ name: String) -> UsageError {
    let isOption = name.hasPrefix("-")
    let kind = isOption ? "option" : "command"
    let order = isOption ? ["options stand after the command"] : []
    let names = CommandSyntax.all.map(\.name) + ["help", "--help", "--version"]
    let nearest = NearestName.of(name, among: names).map { ["did you mean '\($0)'?"] } ?? []
    return UsageError("there is no \(kind) '\(name)'", hints: nearest + order + commandHints)
  }

  private static let commandHints = [
    "the commands are \(CommandSyntax.all.map(\.name).joined(separator: ", "))",
    "see 'photomirror --help'",
  ]
}
