import Console

/// The help texts, made of the same tables that the command line is parsed by.
package enum HelpText {
  /// The text of a topic, without a line break at its end.
  package static func text(on topic: HelpTopic) -> String {
    switch topic {
    case .overview: overview
    case .json: EventObject.reference + "\n\n" + ResultReference.text
    case .command(let name):
      CommandSyntax.all.first { $0.name == name }.map(text) ?? overview
    }
  }

  private static var overview: String {
    let commands = CommandSyntax.all.map { command in
      (([command.name] + command.operands).joined(separator: " "), command.summary)
    }
    return """
      photomirror mirrors photo feeds into a directory.

      usage: photomirror COMMAND …

      \(entries(commands, indent: 25))

      SOURCE is PROVIDER:FEED, such as flickr:recent, or a photo site's web address.
      Proxies are those of http_proxy, https_proxy, all_proxy and no_proxy.
      See 'photomirror COMMAND --help' for a command, 'photomirror providers' for the
      feeds there are, and 'photomirror --version' for the version.
      """
  }

  private static func text(_ command: CommandSyntax) -> String {
    let usage = ["photomirror", command.name, "[OPTION]…"] + command.operands
    let options = (command.options + [.help]).map { ($0.usage, explanation($0)) }
    let examples = command.examples.map { "  \($0.line)\n      \($0.effect)" }
    let statuses = command.exitStatuses.map {
      ("\($0.rawValue)", command.meanings[$0] ?? $0.meaning)
    }
    return """
      \(command.summary).

      usage: \(usage.joined(separator: " "))

      options:
      \(entries(options, indent: 26))

      examples:
      \(examples.joined(separator: "\n"))

      exit status:
      \(entries(statuses, indent: 7))
      """
  }

  private static func explanation(_ option: OptionSyntax) -> String {
    if option.isRepeatable { return option.help + " (repeatable)" }
    return option.help + (option.defaultText.map { " (default: \($0))" } ?? "")
  }

  private static func entries(_ entries: [(String, String)], indent: Int) -> String {
    DefinitionList.lines(entries.map { (term: $0.0, text: $0.1) }, indent: indent)
      .joined(separator: "\n")
  }
}
