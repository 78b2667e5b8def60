import Console

/// The help texts, made from the tables by which the command line is parsed.
enum HelpText {
  /// The text of a topic, without a line break at its end.
  static func text(on topic: HelpTopic) -> String {
    switch topic {
    case .overview: OverviewText.short
    case .all: OverviewText.full
    case .json: EventObject.reference + "\n\n" + ResultReference.text
    case .names: NameReference.text
    case .configuration: ConfigurationReference.text
    case .guide: GuideReference.text
    case .units: UnitReference.text
    case .sources: SourceReference.text
    case .changes: ChangeReference.text
    case .care: CareReference.text
    case .files: FileReference.text
    case .storage: StorageReference.text + "\n\n" + options(of: [.store])
    case .limits: LimitReference.text + "\n\n" + options(of: [.limits, .decoding])
    case .command(let name): text(name.type.syntax)
    case .manual(let name): name.map { ManualPage.text(of: $0) } ?? ManualPage.overview
    }
  }

  private static func text(_ command: CommandSyntax) -> String {
    let text = command.text
    let beginning = "photomirror \(command.name) [OPTION]…"
    let usage = ([text.operands.joined(separator: " ")] + text.otherUses)
      .map { $0.isEmpty ? beginning : "\(beginning) \($0)" }
    let groups = OptionGroup.allCases.compactMap { group in self.text(group, of: command) }
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

  /// Nil for no options.
  private static func text(_ group: OptionGroup, of command: CommandSyntax) -> String? {
    let options = command.options.filter { $0.group == group }
    guard !options.isEmpty else { return nil }
    guard command.text.isLong, let topic = group.topic else {
      return
        "\(group.rawValue):\n\(entries(options.map { ($0.usage, $0.explanation) }, indent: 26))\n\n"
    }
    let names = options.map { "--\($0.name)" }.joined(separator: ", ")
    let words = "\(names): see 'photomirror help \(topic)'".split(separator: " ")
    let lines = WordWrap.lines(words, width: 78).map { "  " + $0 }
    return "\(group.rawValue):\n\(lines.joined(separator: "\n"))\n\n"
  }

  /// Options of `sync`, which other commands have too.
  private static func options(of groups: [OptionGroup]) -> String {
    let options = CommandName.sync.type.syntax.options.filter { groups.contains($0.group) }
    return "options:\n" + entries(options.map { ($0.usage, $0.explanation) }, indent: 26)
  }

  private static func entries(_ entries: [(String, String)], indent: Int) -> String {
    DefinitionList.lines(entries.map { (term: $0.0, text: $0.1) }, indent: indent)
      .joined(separator: "\n")
  }
}

/// The topics of `--help` and `help`.
enum HelpTopic: Sendable, Hashable {
  case overview
  /// Every command.
  case all
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
  /// Limits of runs and of decoding.
  case limits
  /// A manual page; that of the program without a command.
  case manual(CommandName?)

  /// The topics besides the commands.
  static let texts: [String: HelpTopic] = [
    "configuration": .configuration, "guide": .guide, "json": .json, "names": .names,
    "units": .units, "sources": .sources, "changes": .changes, "care": .care, "files": .files,
    "storage": .storage, "limits": .limits, "all": .all,
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
        hints: NearestName.hint(name, among: names + Self.texts.keys, quote: "'")
          + ["the topics are the commands and \(Self.texts.keys.sorted().joined(separator: ", "))"])
    }
  }
}
