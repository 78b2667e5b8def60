import Console
import SystemCalls

/// The help text of a command, besides its options.
struct CommandText: Sendable {
  /// One sentence without a period.
  let summary: String
  /// The required operands, as in the usage line: `SOURCE`, `DIRECTORY`. One that ends with `…` can be given
  /// more than once; there is at most one of them. One in brackets, `[TARGET…]`, can be left out.
  let operands: [String]
  /// Alternatives to the operands, for the usage lines.
  var otherUses: [String] = []
  let examples: [Example]
  /// The exit statuses that it has; the default are those of most tasks with photos.
  var exitStatuses: [ExitStatus] = [
    .success, .somePhotosFailed, .usage, .directoryFailed, .interrupted,
  ]
  /// The meaning of an exit status for this command, if not ``ExitStatus/meaning``.
  var meanings: [ExitStatus: String] = [:]
  /// Called by other programs: not in the overview, and its operands may be empty.
  var isInternal = false
  /// Whether its help leaves the options of some groups to a topic of help; see ``OptionGroup/topic``.
  var isLong = false
  /// Whether it uses a catalog without opening a mirror's directory.
  var usesCatalog = false
  /// Whether it uses the object store of a mirror, which the user may have to name.
  var opensStore = false
  /// Whether it decodes pictures or opens modules, so that the user can require the restrictions of ``Confinement``.
  var isRestricted = false

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
    try checkWords(given)
    guard given.count >= text.operands.count(where: { !$0.hasPrefix("[") }) else {
      throw UsageError("'\(name)' needs \(phrase(given.count))")
    }
    guard given.count <= text.operands.count || repeated != nil else {
      let isSplit = text.operands.first == "SOURCE" && given[0].contains("?")
      throw UsageError(
        "unexpected argument '\(given[text.operands.count])'",
        hints: isSplit ? ["quote a source, and write %20 for a space: '\(given[0])%20…'"] : [])
    }
    if !text.isInternal, let index = given.firstIndex(of: "") {
      throw UsageError("\(noun(index, of: given.count)) is empty")
    }
    // 'sync' and others with a source explain more.
    guard text.operands.first?.hasPrefix("DIRECTORY") ?? false, let word = given.first,
      FileStatus(following: word) == nil, (try? SourceAddress(word)) != nil
    else { return }
    throw UsageError(
      "'\(word)' is a source where a directory is expected",
      hints: word.contains("//") ? [] : ["write ./\(word) for a directory of that name"])
  }

  /// Checks the operands that are words, such as `copy` or `show|check`.
  private func checkWords(_ given: [String]) throws(UsageError) {
    for (operand, word) in zip(text.operands, given) where Self.isWord(operand) {
      let choices = operand.split(separator: "|").map(String.init)
      guard !choices.contains(word) else { continue }
      throw UsageError(
        "'\(name)' takes \(choices.joined(separator: " or ")), not '\(word)'",
        hints: NearestName.hint(word, among: choices, quote: "'"))
    }
  }

  /// Whether an operand is a word to write as it is, or a choice of them.
  private static func isWord(_ operand: String) -> Bool {
    operand == operand.lowercased() && !operand.hasPrefix("[")
  }

  /// The first operand that is missing, with its article.
  private func phrase(_ index: Int) -> String {
    let noun = noun(index, of: 0)
    guard !noun.contains("|") else { return noun.replacing("|", with: " or ") }
    guard !Self.isWord(noun) else { return "the word \(noun)" }
    // Names of places, which are no nouns.
    guard !["FROM", "TO", "OUT"].contains(noun) else { return "the argument \(noun)" }
    return (noun.first.map("AEIOU".contains) == true ? "an " : "a ") + noun
  }

  /// The index of the operand that can be repeated.
  private var repeated: Int? { text.operands.firstIndex { $0.contains("…") } }

  /// The name of the operand at `index` of `count`.
  func noun(_ index: Int, of count: Int) -> String {
    let surplus = max(0, count - text.operands.count)
    let place = index <= repeated ?? index ? index : max(repeated ?? 0, index - surplus)
    return text.operands[min(place, text.operands.count - 1)].filter { !"[…]".contains($0) }
  }
}

/// An invalid command line; nothing was touched. Exit status 2.
struct UsageError: Error, Sendable, Hashable {
  /// A sentence in lower case without a period; never the value of a secret.
  let text: String
  /// Corrections, a sentence each.
  let hints: [String]

  init(_ text: String, hints: [String] = []) {
    self.text = text
    self.hints = hints
  }

  /// As written to standard error.
  var message: Message { Message(.error, text, hints: hints) }
}
