import Console

/// The help texts, made from the tables by which the command line is parsed.
enum HelpText {
  /// The text of a topic, without a line break at its end.
  static func text(on topic: HelpTopic) -> String {
    switch topic {
    case .overview: overview
    case .json: EventObject.reference + "\n\n" + ResultReference.text
    case .names: NameReference.text
    case .configuration: ConfigurationReference.text
    case .guide: GuideReference.text
    case .units: UnitReference.text
    case .sources: SourceReference.text
    case .changes: ChangeReference.text
    case .care: CareReference.text
    case .files: FileReference.text
    case .storage: StorageReference.text
    case .command(let name): text(name.type.syntax)
    case .manual(let name): name.map { ManualPage.text(of: $0) } ?? ManualPage.overview
    }
  }

  private static var overview: String {
    let commands = CommandName.shown.map { command in
      let text = command.type.text
      return (([command.rawValue] + text.operands).joined(separator: " "), text.summary)
    }
    return """
      photomirror mirrors photo feeds into a directory.

      usage: photomirror COMMAND …

      \(entries(commands, indent: 25))

      SOURCE is PROVIDER:FEED, such as flickr:recent, or a photo site's web address.
      Proxies are taken from http_proxy, https_proxy, all_proxy and no_proxy.
      See 'photomirror COMMAND --help' for a command, 'photomirror providers' for the
      available feeds, and 'photomirror --version' for the version.
      \(topics)
      """
  }

  private static var topics: String {
    let names = HelpTopic.texts.keys.sorted()
    let text =
      "'photomirror help TOPIC' explains \(names.dropLast().joined(separator: ", ")) and "
      + "\(names.last ?? "")."
    return WordWrap.lines(text.split(separator: " "), width: 79).joined(separator: "\n")
  }

  private static func text(_ command: CommandSyntax) -> String {
    let text = command.text
    let beginning = "photomirror \(command.name) [OPTION]…"
    let usage = ([text.operands.joined(separator: " ")] + text.otherUses)
      .map { $0.isEmpty ? beginning : "\(beginning) \($0)" }
    let groups = OptionGroup.allCases.compactMap { group in
      let options = command.options.filter { $0.group == group }.map { ($0.usage, $0.explanation) }
      return options.isEmpty ? nil : "\(group.rawValue):\n\(entries(options, indent: 26))\n\n"
    }
    let examples = text.examples.map { "  \($0.line)\n      \($0.effect)" }
    let statuses = text.exitStatuses.map { ("\($0.rawValue)", text.meanings[$0] ?? $0.meaning) }
    return """
      \(text.summary).

      usage: \(usage.joined(separator: "\n       "))

      \(groups.joined())examples:
      \(examples.joined(separator: "\n"))

      exit status:
      \(entries(statuses, indent: 7))
      """
  }

  private static func entries(_ entries: [(String, String)], indent: Int) -> String {
    DefinitionList.lines(entries.map { (term: $0.0, text: $0.1) }, indent: indent)
      .joined(separator: "\n")
  }
}

/// The topics of `--help` and `help`.
enum HelpTopic: Sendable, Hashable {
  case overview
  case command(CommandName)
  /// The output of `--progress json` and `--json`.
  case json
  /// The templates of names.
  case names
  /// The configuration.
  case configuration
  /// The usual steps, in their order.
  case guide
  /// Units of work and their results.
  case units
  /// The sources, and how to choose photos.
  case sources
  /// Photos that change, vanish or are refused.
  case changes
  /// Imports, verifying, repairing, metadata, reports and galleries.
  case care
  /// Names, sidecars and albums on disk.
  case files
  /// Object stores, catalogs in PostgreSQL, and engines.
  case storage
  /// A manual page; that of the program without a command.
  case manual(CommandName?)

  /// The topics besides the commands.
  static let texts: [String: HelpTopic] = [
    "configuration": .configuration, "guide": .guide, "json": .json, "names": .names,
    "units": .units, "sources": .sources, "changes": .changes, "care": .care, "files": .files,
    "storage": .storage,
  ]

  /// - Parameter words: the words after `help` or `--help`.
  init(_ words: [String]) throws(UsageError) {
    guard let name = words.first else {
      self = .overview
      return
    }
    if name == "--man", words.count <= 2 {
      guard let word = words.dropFirst().first else {
        self = .manual(nil)
        return
      }
      guard case .command(let command) = try HelpTopic([word]) else {
        throw UsageError("there is no manual page of '\(word)'")
      }
      self = .manual(command)
      return
    }
    guard words.count == 1 else {
      throw UsageError("unexpected argument '\(words[1])'", hints: ["see 'photomirror --help'"])
    }
    if let text = Self.texts[name] {
      self = text
    } else if let command = CommandName(rawValue: name) {
      self = .command(command)
    } else {
      let names = CommandName.shown.map(\.rawValue)
      throw UsageError(
        "there is no help on '\(name)'",
        hints: NearestName.hint(name, among: names, quote: "'")
          + ["the topics are \((names + Self.texts.keys.sorted()).joined(separator: ", "))"])
    }
  }
}
