import Console

/// The help texts, made from the tables by which the command line is parsed.
enum HelpText {
  /// The text of a topic, without a line break at its end.
  static func text(on topic: HelpTopic) -> String {
    switch topic {
    case .overview: overview
    case .json: EventObject.reference + "\n\n" + ResultReference.text
    case .command(let name): text(name.type.syntax)
    }
  }

  private static var overview: String {
    let commands = CommandName.allCases.map { command in
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
      """
  }

  private static func text(_ command: CommandSyntax) -> String {
    let text = command.text
    let usage = ["photomirror", command.name, "[OPTION]…"] + text.operands
    let groups = OptionGroup.allCases.compactMap { group in
      let options = command.options.filter { $0.group == group }.map { ($0.usage, $0.explanation) }
      return options.isEmpty ? nil : "\(group.rawValue):\n\(entries(options, indent: 26))\n\n"
    }
    let examples = text.examples.map { "  \($0.line)\n      \($0.effect)" }
    let statuses = text.exitStatuses.map { ("\($0.rawValue)", text.meanings[$0] ?? $0.meaning) }
    return """
      \(text.summary).

      usage: \(usage.joined(separator: " "))

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
