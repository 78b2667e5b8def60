/// What `--help` and `help` explain.
enum HelpTopic: Sendable, Hashable {
  case overview
  case command(CommandName)
  /// What `--progress json` and `--json` write.
  case json

  /// - Parameter words: the words after `help` or `--help`.
  init(_ words: [String]) throws(UsageError) {
    guard let name = words.first else {
      self = .overview
      return
    }
    guard words.count == 1 else {
      throw UsageError("unexpected argument '\(words[1])'", hints: ["see 'photomirror --help'"])
    }
    if name == "json" {
      self = .json
    } else if let command = CommandName(rawValue: name) {
      self = .command(command)
    } else {
      let names = CommandName.allCases.map(\.rawValue)
      throw UsageError(
        "there is no help on '\(name)'",
        hints: NearestName.hint(name, among: names, quote: "'")
          + ["the topics are \((names + ["json"]).joined(separator: ", "))"])
    }
  }
}
