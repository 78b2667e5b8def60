import Console

/// The result of a check.
struct Diagnosis: Sendable, Hashable {
  enum Level: String, Sendable {
    case ok, warning, failure
  }

  let level: Level
  /// The subject of the check, in a word or two.
  let subject: String
  /// The finding, without a period.
  let text: String
  /// The remedy.
  let hint: String?

  static func ok(_ subject: String, _ text: String, hint: String? = nil) -> Diagnosis {
    Diagnosis(level: .ok, subject: subject, text: text, hint: hint)
  }

  static func warning(_ subject: String, _ text: String, hint: String) -> Diagnosis {
    Diagnosis(level: .warning, subject: subject, text: text, hint: hint)
  }

  static func failure(_ subject: String, _ text: String, hint: String?) -> Diagnosis {
    Diagnosis(level: .failure, subject: subject, text: text, hint: hint)
  }

  var lines: [String] {
    let line = "\(level.rawValue.padded(to: 9)) \(subject.padded(to: 14)) \(text)"
    return [TerminalText.line(line, limit: 1000)]
      + (hint.map { [TerminalText.line("          hint: \($0)", limit: 1000)] } ?? [])
  }

  static let keys = ResultKeys<Self> {
    $0.add("level", "ok, warning, failure", \.level.rawValue)
    $0.add("subject", \.subject)
    $0.add("text", \.text)
    $0.add("hint", \.hint)
  }
}
