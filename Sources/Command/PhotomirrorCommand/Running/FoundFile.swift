import Console

/// What a task found about one file: a line for people, `MARK PATH: REASON`, and an object for programs.
struct FoundFile: Sendable {
  /// A mark as `rclone check --combined` has it, or `!` for what cannot be read.
  let mark: String
  let word: String
  let path: String?
  var reason: String?
  /// The photo's id, if programs need it.
  var id: String?
  /// The photo's path in another mirror.
  var other: String?
  /// What people read after the mark; nil for the path and the reason.
  var says: String?

  init(_ mark: String, _ word: String, _ path: String?, _ reason: String? = nil) {
    (self.mark, self.word, self.path, self.reason) = (mark, word, path, reason)
  }

  var text: String {
    let text = says ?? [path, reason].compactMap(\.self).joined(separator: ": ")
    return TerminalText.line("\(mark) \(text)")
  }

  /// - Parameter words: Those of the findings, for help.
  static func keys(
    _ words: String, _ fill: (inout ResultKeys<Self>) -> Void
  ) -> ResultKeys<Self> {
    ResultKeys {
      $0.add("finding", words, \.word)
      $0.add("path", "in the directory", \.path)
      fill(&$0)
    }
  }
}
