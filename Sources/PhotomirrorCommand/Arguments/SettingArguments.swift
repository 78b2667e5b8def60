/// What `--set` and `--set-file` said, before a provider is known.
package struct SettingArguments: Sendable, Hashable {
  /// `NAME.SETTING=VALUE`, taken apart.
  package struct Assignment: Sendable, Hashable {
    /// Which provider is meant.
    package let provider: String
    /// Which of its settings.
    package let setting: String
    /// The value, or the path of the file that holds it.
    package let value: String

    /// An assignment that is taken apart.
    package init(provider: String, setting: String, value: String) {
      self.provider = provider
      self.setting = setting
      self.value = value
    }
  }

  /// From `--set`, in order.
  package let values: [Assignment]
  /// From `--set-file`, in order.
  package let files: [Assignment]

  /// What was given; nothing by default.
  package init(values: [Assignment] = [], files: [Assignment] = []) {
    self.values = values
    self.files = files
  }

  init(_ parsed: ParsedArguments) throws(UsageError) {
    var (values, files): ([Assignment], [Assignment]) = ([], [])
    for text in parsed.list("set") { values.append(try Self.assignment(text, of: .set)) }
    for text in parsed.list("set-file") { files.append(try Self.assignment(text, of: .setFile)) }
    self.init(values: values, files: files)
  }

  /// The message leaves out what was given: it may hold a key.
  private static func assignment(
    _ text: String, of option: OptionSyntax
  ) throws(UsageError) -> Assignment {
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let names = sides[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2, names.count == 2, names.allSatisfy({ !$0.isEmpty }) else {
      throw UsageError("--\(option.name) takes \(option.value ?? "")")
    }
    return Assignment(
      provider: String(names[0]), setting: String(names[1]), value: String(sides[1]))
  }
}
