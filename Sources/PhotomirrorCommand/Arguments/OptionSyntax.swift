/// One option of a command, as it is parsed and as `--help` shows it.
struct OptionSyntax: Sendable, Hashable {
  /// Without the dashes.
  let name: String
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

  /// `--size LABEL|EDGE|largest`.
  var usage: String { "--\(name)" + (value.map { " \($0)" } ?? "") }
}
