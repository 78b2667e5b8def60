import Console

/// The overview of help, which fits into a terminal of 80 columns and 24 lines, and the list of all commands.
enum OverviewText {
  static var short: String {
    """
    photomirror mirrors photo feeds into directories, and resumes where it stopped.

    usage: photomirror COMMAND [OPTION]…

    example, without a key:
      photomirror sync https://www.flickr.com/services/feeds/photos_public.gne new

    \(CommandGroup.allCases.flatMap(lines).joined(separator: "\n"))

    help:  photomirror COMMAND --help; 'photomirror help all' describes each command
           \(topics.joined(separator: "\n       "))
    """
  }

  /// Each command with its operands and its summary.
  static var full: String {
    let groups = CommandGroup.allCases.map { group in
      let entries = group.commands.map { command in
        let text = command.type.text
        return (
          term: ([command.rawValue] + text.operands).joined(separator: " "), text: text.summary
        )
      }
      return "\(group.rawValue):\n"
        + DefinitionList.lines(entries, indent: 25).joined(separator: "\n")
    }
    return """
      \(groups.joined(separator: "\n\n"))

      SOURCE is PROVIDER:FEED, such as flickr:recent, or a photo site's web address;
      'photomirror providers' shows the feeds. DIRECTORY can be the name of a mirror
      of the configuration.
      Proxies are taken from http_proxy, https_proxy, all_proxy and no_proxy.
      'photomirror --version' shows the version.
      """
  }

  private static func lines(_ group: CommandGroup) -> [String] {
    let names = group.commands.map(\.rawValue).joined(separator: ", ")
    return [
      DisplayWidth.padded("  \(group.rawValue)", to: 12) + group.summary,
      DisplayWidth.padded("", to: 14) + names,
    ]
  }

  private static var topics: [String] {
    let names = HelpTopic.texts.keys.sorted().filter { $0 != "all" }
    let text =
      "photomirror help TOPIC: \(names.joined(separator: ", "))"
    return WordWrap.lines(text.split(separator: " "), width: 73)
  }
}
