/// The options of every command with a provider.
struct ProviderOptions: CommandOptions {
  /// `NAME.SETTING=VALUE`, split.
  struct Assignment: Sendable, Hashable {
    let provider: String
    let setting: String
    /// The value, or the path of the file that contains it.
    let value: String
  }

  /// From `--set`, in order.
  var values: [Assignment] = []
  /// From `--set-file`, in order.
  var files: [Assignment] = []
  /// From the configuration.
  var configured: [ConfiguredSetting] = []
  /// Directories to search for modules, before the others.
  var path: [String] = []
  /// From `--lister-reads`.
  var listerReads: [String] = []

  static let search = Option<ProviderOptions>.group(
    .provider,
    .list(
      "provider-path", .text("DIR"), \.path, "Search this directory for provider modules first")
  ).also(for: .allCommands)

  static let options =
    Option<ProviderOptions>.group(
      .provider,
      .list(
        "set", .assignment("NAME.SETTING=VALUE"), \.values,
        "Set a provider's setting; not for secrets"),
      .list(
        "set-file", .assignment("NAME.SETTING=PATH"), \.files,
        "Read a setting, such as a key, from a file"),
      .list(
        "lister-reads", .text("PATH"), \.listerReads,
        "Allow a program that lists by itself to read this file or folder too"),
    ).also(for: .allCommands) + search
}

/// The options of a command with a provider, whose settings the configuration can give too.
protocol ProviderTaking: CommandOptions {
  var provider: ProviderOptions { get set }
}

extension ValueKind<ProviderOptions.Assignment> {
  fileprivate static func assignment(_ placeholder: String) -> ValueKind {
    ValueKind(
      placeholder, text: { "\($0.provider).\($0.setting)" },
      parse: { text, label throws(UsageError) in
        let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let names = sides[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard sides.count == 2, names.count == 2, names.allSatisfy({ !$0.isEmpty }) else {
          // The message omits the text: it may contain a key.
          throw UsageError("\(label) takes \(placeholder)")
        }
        return ProviderOptions.Assignment(
          provider: String(names[0]), setting: String(names[1]), value: String(sides[1]))
      })
  }
}
