/// One command: what it is parsed by and what its `--help` is made of.
struct CommandSyntax: Sendable, Hashable {
  let name: String
  /// One sentence, without a period.
  let summary: String
  /// What it must be given, as it stands in the usage line: `SOURCE DIRECTORY`.
  let operands: [String]
  let options: [OptionSyntax]
  /// Command lines with what they do.
  let examples: [Example]
  let exitStatuses: [ExitStatus]

  /// A command line that can be copied.
  struct Example: Sendable, Hashable {
    let line: String
    let effect: String
  }

  /// The last hint of every error in this command's words.
  var pointer: String { "see 'photomirror \(name) --help'" }

  /// The operands, as many as the command takes.
  /// - Throws: ``UsageError`` that names the first one that is missing, or too much, or empty.
  func operands(of parsed: ParsedArguments) throws(UsageError) -> [String] {
    let given = parsed.operands
    guard given.count >= operands.count else {
      throw UsageError("'\(name)' needs a \(operands[given.count])")
    }
    guard given.count == operands.count else {
      throw UsageError("'\(given[operands.count])' is one word too many")
    }
    if let index = given.firstIndex(of: "") {
      throw UsageError("\(operands[index]) is empty")
    }
    return given
  }
}
