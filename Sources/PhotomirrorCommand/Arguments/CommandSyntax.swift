/// What help says of a command, besides its options.
struct CommandText: Sendable {
  /// One sentence without a period.
  let summary: String
  /// What must be given, as in the usage line: `SOURCE`, `DIRECTORY`. A last one that ends with `…`
  /// can be given more than once.
  let operands: [String]
  let examples: [Example]
  let exitStatuses: [ExitStatus]
  /// What an exit status means for this command, if not ``ExitStatus/meaning``.
  var meanings: [ExitStatus: String] = [:]

  /// A command line that can be copied, and its effect.
  struct Example: Sendable {
    let line: String
    let effect: String

    init(_ line: String, _ effect: String) { (self.line, self.effect) = (line, effect) }
  }
}

/// A command as the parser and the help see it, whatever its options set.
struct CommandSyntax: Sendable {
  let name: String
  let text: CommandText
  /// With `--help`, in the order of help.
  let options: [OptionSyntax]

  /// The last hint of every usage error of this command.
  var pointer: String { "see 'photomirror \(name) --help'" }

  /// - Throws: ``UsageError`` for the first operand that is missing, surplus or empty.
  func check(_ given: [String]) throws(UsageError) {
    guard given.count >= text.operands.count else {
      throw UsageError("'\(name)' needs a \(noun(given.count))")
    }
    guard given.count == text.operands.count || text.operands.last?.hasSuffix("…") == true else {
      throw UsageError("unexpected argument '\(given[text.operands.count])'")
    }
    if let index = given.firstIndex(of: "") { throw UsageError("\(noun(index)) is empty") }
  }

  /// The name of the operand at `index`, of which the last may stand for many.
  private func noun(_ index: Int) -> String {
    text.operands[min(index, text.operands.count - 1)].replacing("…", with: "")
  }
}
