/// The headings under which help shows options, in this order.
enum OptionGroup: String, CaseIterable {
  case main = "options"
  case filters
  case files
  case changes = "changed and missing photos"
  case limits
  case decoding = "limits of decoding"
  case network
  case store = "storage"
  case unattended = "unattended runs"
  case provider

  /// The topic of help that lists the options, for a command with many others; nil: the command's own help.
  var topic: String? {
    switch self {
    case .decoding: "limits"
    case .store: "storage"
    default: nil
    }
  }
}

/// What an option of `sync` is for besides a run, which its row says.
struct OptionUses: OptionSet, Sendable, Hashable {
  /// The catalog keeps it with its source, for `sync DIRECTORY`: it says which photos are mirrored, and how they are kept.
  static let laterRuns = Self(rawValue: 1)
  /// `work` has it too: it concerns a photo, or the process. The others need one run that knows the whole listing.
  static let workers = Self(rawValue: 2)
  /// It means the same in every command that has it, so that the configuration of a mirror gives it to all of them.
  static let allCommands = Self(rawValue: 4)

  let rawValue: Int
}

/// An option as the parser and the help see it, whatever it sets.
struct OptionSyntax: Sendable, Hashable {
  /// Without the dashes.
  let name: String
  /// Its short form, after one dash.
  var letter: Character?
  /// The name of the value in help; nil: a flag.
  var placeholder: String?
  /// One sentence without a period.
  let help: String
  /// The range of the value; nil: not shown.
  var bounds: String?
  /// Nil: not shown.
  var defaultText: String?
  var isRepeatable = false
  /// Whether it can be given without its value, which follows an equals sign otherwise.
  var isValueOptional = false
  /// Options that cannot be given together with this one.
  var excludes: [String] = []
  var group = OptionGroup.main
  /// Who has it besides the command in whose table it is.
  var uses: OptionUses = []

  /// Accepted by every command, also as `-h`.
  static let help = OptionSyntax(name: "help", letter: "h", help: "Show this text")

  /// `--size LABEL|EDGE|largest`, `-o, --output DIR`, `--json[=FIELD,…]`.
  var usage: String {
    let value = placeholder.map { isValueOptional ? "[=\($0)]" : " \($0)" } ?? ""
    return (letter.map { "-\($0), " } ?? "") + "--\(name)" + value
  }

  /// The help with the range and the default.
  var explanation: String {
    let notes = [bounds, isRepeatable ? "repeatable" : nil, defaultText.map { "default: \($0)" }]
      .compactMap(\.self)
    return help + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))")
  }
}

extension OptionSyntax {
  /// An option whose value is of a kind.
  init<Value>(_ name: String, _ letter: Character?, _ kind: ValueKind<Value>, _ help: String) {
    self.init(
      name: name, letter: letter, placeholder: kind.placeholder, help: help, bounds: kind.bounds)
  }
}
