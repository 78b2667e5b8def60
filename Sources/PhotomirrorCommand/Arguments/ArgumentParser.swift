/// Splits a command's words into options and operands, the way getopt_long(3) does: `--name value`,
/// `--name=value`, unique abbreviations, options and operands in any order, `--` before operands
/// that begin with a dash. A lone `-` is an operand. Letters are not bundled.
///
/// Written here rather than left to getopt_long: that keeps its place in variables of the whole
/// process, which Swift 6 refuses to read, and tells an unknown option only as a text of its own.
struct ArgumentParser {
  private let command: CommandSyntax
  private var rest: ArraySlice<String>
  private var parsed = ParsedArguments()

  /// - Parameter words: What stands after the command's name.
  /// - Throws: ``UsageError``.
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
        try takeOption(word)
      } else if word == "-h" {
        parsed.add(nil, to: OptionSyntax.help.name)
      } else if word.hasPrefix("-"), word != "-" {
        try takeLetter(word)
      } else {
        parsed.operands.append(word)
      }
    }
  }

  private mutating func takeOption(_ word: String) throws(UsageError) {
    let parts = word.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let option = try option(named: String(parts[0]))
    try take(option, attached: parts.count > 1 ? String(parts[1]) : nil)
  }

  /// `-o VALUE` or `-oVALUE`.
  private mutating func takeLetter(_ word: String) throws(UsageError) {
    let letter = word.dropFirst().first
    guard let option = command.options.first(where: { $0.letter != nil && $0.letter == letter })
    else { throw unknown(word) }
    try take(option, attached: word.count > 2 ? String(word.dropFirst(2)) : nil)
  }

  private mutating func take(
    _ option: OptionSyntax, attached: String?
  ) throws(UsageError) {
    guard let placeholder = option.value else {
      guard attached == nil else { throw UsageError("--\(option.name) takes no value") }
      parsed.add(nil, to: option.name)
      return
    }
    guard let value = attached ?? rest.popFirst() else {
      throw UsageError("--\(option.name) needs a value: \(placeholder)")
    }
    guard option.isRepeatable || !parsed.has(option.name) else {
      throw UsageError("--\(option.name) is given twice")
    }
    parsed.add(value, to: option.name)
  }

  private func option(named name: String) throws(UsageError) -> OptionSyntax {
    let options = command.options + [.help]
    if let exact = options.first(where: { $0.name == name }) { return exact }
    let candidates = name.isEmpty ? [] : options.filter { $0.name.hasPrefix(name) }
    guard let only = candidates.first else { throw unknown("--\(name)") }
    guard candidates.count == 1 else {
      let names = candidates.map { "--\($0.name)" }.joined(separator: " or ")
      throw UsageError("--\(name) is ambiguous: \(names)")
    }
    return only
  }

  private func unknown(_ word: String) -> UsageError {
    let names = (command.options + [.help]).map { "--\($0.name)" }
    let nearest = NearestName.of(word, among: names).map { ["did you mean \($0)?"] } ?? []
    return UsageError("'\(command.name)' has no option \(word)", hints: nearest)
  }
}
