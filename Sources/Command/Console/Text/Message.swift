/// What failed, why, and what to do about it, as written to standard error:
/// ```
/// photomirror: error: /srv/photos is in use by another run
/// hint: wait for it, or mirror into another directory
/// ```
package struct Message: Sendable, Hashable {
  /// The severity, and its word.
  package enum Level: String, Sendable {
    case error, warning
  }

  /// The severity, which the first line names.
  package let level: Level
  /// A sentence in lower case without a period.
  package let text: String
  /// What to do, a sentence each.
  package let hints: [String]

  /// The text can be unsafe to show; see ``lines``.
  package init(_ level: Level, _ text: String, hints: [String] = []) {
    self.level = level
    self.text = text
    self.hints = hints
  }

  /// The lines, safe to show.
  package var lines: [String] {
    ["photomirror: \(level.rawValue): \(TerminalText.line(text, limit: 2000))"]
      + hints.map { "hint: \(TerminalText.line($0, limit: 2000))" }
  }

  /// Writes the lines to standard error, or to `output`.
  package func write(to output: Output = .error) { output.write(wrapping: lines) }
}
