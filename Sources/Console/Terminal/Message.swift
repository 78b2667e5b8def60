/// What went wrong and what can be done about it, as it stands on standard error:
/// ```
/// photomirror: error: /srv/photos is in use by another run
/// hint: wait for it, or mirror into another directory
/// ```
package struct Message: Sendable, Hashable {
  /// How bad it is; the word that is shown.
  package enum Level: String, Sendable {
    case error, warning
  }

  /// Which word stands before the text.
  package let level: Level
  /// A sentence in lower case without a period.
  package let text: String
  /// What can be done, a sentence each.
  package let hints: [String]

  /// Keeps the text as it is; it is made safe to show in ``lines``.
  package init(_ level: Level, _ text: String, hints: [String] = []) {
    self.level = level
    self.text = text
    self.hints = hints
  }

  /// The lines, safe to show.
  package var lines: [String] {
    ["photomirror: \(level.rawValue): \(PlainText.line(text, limit: 2000))"]
      + hints.map { "hint: \(PlainText.line($0, limit: 2000))" }
  }

  /// Writes the lines to standard error, or to `output`.
  package func write(to output: Output = .error) { output.write(lines: lines) }
}
