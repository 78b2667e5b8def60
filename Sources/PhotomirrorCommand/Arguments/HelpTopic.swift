/// What `--help` and `help` can tell about.
package enum HelpTopic: Sendable, Hashable {
  case overview
  /// A command's name.
  case command(String)
  /// What `--progress json` and `--json` write.
  case json

  /// Reads the words after `help` or `--help`.
  /// - Throws: ``UsageError`` for a topic that is not there, and for more than one.
  init(_ words: [String]) throws(UsageError) {
    guard let name = words.first else {
      self = .overview
      return
    }
    guard words.count == 1 else {
      throw UsageError("'\(words[1])' is one word too many", hints: ["see 'photomirror --help'"])
    }
    let names = CommandSyntax.all.map(\.name)
    if name == "json" {
      self = .json
    } else if names.contains(name) {
      self = .command(name)
    } else {
      throw UsageError(
        "there is no help on '\(name)'",
        hints: (NearestName.of(name, among: names).map { ["did you mean '\($0)'?"] } ?? [])
          + ["the topics are \((names + ["json"]).joined(separator: ", "))"])
    }
  }
}
