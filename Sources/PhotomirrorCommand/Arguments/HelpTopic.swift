/// What `--help` and `help` can tell about.
package enum HelpTopic: Sendable, Hashable {
  case overview
  /// A command's name.
  case command(String)
  /// What `--progress json` and `--json` write.
  case json

  /// Reads the words after `help`.
  /// - Throws: ``UsageError`` for a topic that is not there.
  init(_ words: [String]) throws(UsageError) {
    guard let name = words.first else {
      self = .overview
      return
    }
    let names = CommandSyntax.all.map(\.name)
    if name == "json" {
      self = .json
    } else if names.contains(name) {
      self = .command(name)
    } else {
      throw UsageError(
        "there is no help on '\(name)'",
        hints: ["the topics are \((names + ["json"]).joined(separator: ", "))"])
    }
  }
}
