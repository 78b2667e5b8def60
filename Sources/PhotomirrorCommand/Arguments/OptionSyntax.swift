/// One option of a command, as it is parsed and as `--help` shows it.
struct OptionSyntax: Sendable, Hashable {
  /// Without the dashes.
  let name: String
  /// The letter that stands for it after one dash; nil: none.
  var letter: Character?
  /// What stands for the value; nil: a flag without one.
  let value: String?
  /// One sentence, without a period.
  let help: String
  let defaultText: String?
  let isRepeatable: Bool

  static func flag(_ name: String, _ help: String) -> OptionSyntax {
    OptionSyntax(name: name, value: nil, help: help, defaultText: nil, isRepeatable: false)
  }

  static func value(
    _ name: String, _ value: String, _ help: String, default defaultText: String? = nil
  ) -> OptionSyntax {
    OptionSyntax(
      name: name, value: value, help: help, defaultText: defaultText, isRepeatable: false)
  }

  static func list(_ name: String, _ value: String, _ help: String) -> OptionSyntax {
    OptionSyntax(name: name, value: value, help: help, defaultText: nil, isRepeatable: true)
  }

  /// The same option, also as a dash and a letter.
  func abbreviated(_ letter: Character) -> OptionSyntax {
    var option = self
    option.letter = letter
    return option
  }

  /// `--size LABEL|EDGE|largest`, `-o, --output DIR`.
  var usage: String {
    (letter.map { "-\($0), " } ?? "") + "--\(name)" + (value.map { " \($0)" } ?? "")
  }
}
