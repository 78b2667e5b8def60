/// One command: what it is parsed by and what its `--help` is made of.
struct CommandSyntax: Sendable, Hashable {
  let name: String
  /// One sentence, without a period.
  let summary: String
  /// What it must be given, as it stands in the usage line: `SOURCE DIRECTORY`; a last one with
  /// `…` may be given more than once.
  let operands: [String]
  let options: [OptionSyntax]
  /// Command lines with what they do.
  let examples: [Example]
  let exitStatuses: [ExitStatus]
  /// What a code means to this command, where it is not what it means to most.
  var meanings: [ExitStatus: String] = [:]

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
      throw UsageError("'\(name)' needs a \(noun(given.count))")
    }
    guard given.count == operands.count || operands.last?.hasSuffix("…") == true else {
      throw UsageError("'\(given[operands.count])' is one word too many")
    }
    if let index = given.firstIndex(of: "") {
      throw UsageError("\(noun(index)) is empty")
    }
    return given
  }

  /// The operand at `index`, of which the last may stand for many.
  private func noun(_ index: Int) -> String {
    operands[min(index, operands.count - 1)].replacing("…", with: "")
  }
}
