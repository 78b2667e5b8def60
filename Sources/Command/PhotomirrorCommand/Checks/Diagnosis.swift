import Console

/// What a check found.
struct Diagnosis: Sendable, Hashable {
  enum Level: String, Sendable {
    case ok, warning, failure
  }

  let level: Level
  /// What was checked, in a word or two.
  let subject: String
  /// What was found, without a period.
  let text: String
  /// What to do about it.
  let hint: String?

  static func ok(_ subject: String, _ text: String) -> Diagnosis {
    Diagnosis(level: .ok, subject: subject, text: text, hint: nil)
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

  var object: JSONObject {
    var object = JSONObject()
    object.set("level", level.rawValue)
    object.set("subject", subject)
    object.set("text", text)
    object.set("hint", hint)
    return object
  }
}
