import MirrorCore
import Mirroring

/// The words of a command line by role, before their values are parsed.
struct ParsedArguments: Sendable, Hashable {
  var operands: [String] = []
  /// The options by name, in the order in which they were given; the value of a flag is empty.
  fileprivate(set) var options: [Given] = []
  /// The settings of providers in the configuration.
  var settings: [ConfiguredSetting] = []

  struct Given: Sendable, Hashable {
    let name: String
    let value: String
    /// Where it was given.
    var origin = OptionOrigin.commandLine
  }

  func has(_ option: String) -> Bool { options.contains { $0.name == option } }

  /// Adds a value from elsewhere than the command line.
  mutating func add(_ name: String, _ value: String, from origin: OptionOrigin) {
    options.append(.init(name: name, value: value, origin: origin))
  }

  mutating func mapValues(of option: String, _ transform: (String) -> String) {
    options = options.map { given in
      guard given.name == option else { return given }
      return Given(name: given.name, value: transform(given.value), origin: given.origin)
    }
  }

  /// Without the options of a store's server that are not on the command line, unless a store of that kind is named: set
  /// once for all commands, they say nothing about a mirror whose photos are elsewhere.
  func withoutUnusedStoreOptions() -> ParsedArguments {
    let named = options.filter { $0.name == "store" }.map(\.value) + operands
    let used = named.compactMap { StoreLocation($0)?.optionPrefix }
    let unused = StoreLocation.optionPrefixes.filter { !used.contains($0) }
    var other = self
    other.options.removeAll { given in
      given.origin != .commandLine && unused.contains { given.name.hasPrefix($0) }
    }
    return other
  }

  func removing(_ option: String) -> ParsedArguments {
    var other = self
    other.options.removeAll { $0.name == option }
    return other
  }
}

/// Where the value of an option comes from; a later one gives way to an earlier one.
enum OptionOrigin: Sendable, Hashable {
  case commandLine
  /// The variable.
  case environment(String)
  case file(path: String, line: Int)

  /// Precedes an error about the value; empty for the command line, whose words the user sees.
  var errorPrefix: String {
    switch self {
    case .commandLine: ""
    case .environment(let name): "\(name): "
    case .file(let path, let line): "\(path):\(line): "
    }
  }
}

/// Splits a command's words into options and operands as getopt_long(3) does: `--name value`,
/// `--name=value`, unique abbreviations, options and operands in any order, `--` before operands that
/// begin with a dash. A lone `-` is an operand. Letters cannot be bundled.
///
/// getopt_long itself keeps its state in global variables, which Swift 6 cannot read, and reports an
/// unknown option only as text on standard error.
struct ArgumentParser {
  private let command: CommandSyntax
  private var rest: ArraySlice<String>
  private var parsed = ParsedArguments()

  /// - Parameter words: the words after the command's name.
  static func parse(
    _ words: [String], as command: CommandSyntax
  ) throws(UsageError) -> ParsedArguments {
    var parser = ArgumentParser(command: command, rest: words[...])
    try parser.run()
    return parser.parsed
  }

  private mutating func run() throws(UsageError) {
    while let word = rest.popFirst() {
      if word == "--" {
        parsed.operands += rest
        rest = []
      } else if word.hasPrefix("--") {
        let parts = word.dropFirst(2).split(
          separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let option = try option(named: String(parts[0]))
        try take(option, attached: parts.count > 1 ? String(parts[1]) : nil)
      } else if word.hasPrefix("-"), word != "-" {
        try takeLetter(word)
      } else {
        parsed.operands.append(word)
      }
    }
  }

  /// `-o VALUE` or `-oVALUE`.
  private mutating func takeLetter(_ word: String) throws(UsageError) {
    let letter = word.dropFirst().first
    guard let option = command.options.first(where: { $0.letter != nil && $0.letter == letter })
    else { throw unknown(word) }
    guard option.placeholder != nil || word.count == 2 else {
      let letters = word.dropFirst().map { "-\($0)" }.joined(separator: " ")
      throw UsageError("options of one letter cannot be joined", hints: ["write \(letters)"])
    }
    try take(option, attached: word.count > 2 ? String(word.dropFirst(2)) : nil)
  }

  private mutating func take(_ option: OptionSyntax, attached: String?) throws(UsageError) {
    let name = option.name
    guard let placeholder = option.placeholder else {
      guard attached == nil else { throw UsageError("--\(name) takes no value") }
      return parsed.options.append(.init(name: name, value: ""))
    }
    guard let value = attached ?? (option.isValueOptional ? "" : rest.popFirst()) else {
      throw UsageError("--\(name) needs a value: \(placeholder)")
    }
    guard option.isRepeatable || !parsed.has(name) else {
      throw UsageError("--\(name) is given twice")
    }
    parsed.options.append(.init(name: name, value: value))
  }

  private func option(named name: String) throws(UsageError) -> OptionSyntax {
    if let exact = command.options.first(where: { $0.name == name }) { return exact }
    let candidates = name.isEmpty ? [] : command.options.filter { $0.name.hasPrefix(name) }
    guard let only = candidates.first else { throw unknown("--\(name)") }
    guard candidates.count == 1 else {
      let names = candidates.map { "--\($0.name)" }.joined(separator: " or ")
      throw UsageError(
        "--\(name) is ambiguous: \(names)",
        hints: OtherWords.hint(forOption: "--\(name)", of: command))
    }
    return only
  }

  private func unknown(_ word: String) -> UsageError {
    UsageError(
      "'\(command.name)' has no option \(word)",
      hints: Array(
        (OtherWords.hint(forOption: word, of: command)
          + NearestName.hint(word, among: command.options.map { "--\($0.name)" })).prefix(1)))
  }
}
