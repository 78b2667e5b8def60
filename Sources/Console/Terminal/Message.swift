/// What went wrong and what can be done about it, as it stands on standard error:
/// ```
/// photomirror: error: /srv/photos is in use by another run
/// hint: wait for it, or mirror into another directory
/// ```
package struct Message: Sendable, Hashable {
  package enum Level: String, Sendable {
    case error, warning
  }

  package let level: Level
  /// A sentence in lower case without a period.
  package let text: String
  package let hints: [String]

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
