import ProviderKit

/// The words that can follow on a command line, made from the tables by which the command line is parsed.
struct Completion {
  /// A word that is possible at the cursor.
  struct Candidate: Sendable, Hashable {
    let word: String
    /// Empty for none.
    var help = ""
  }

  enum Result: Sendable, Hashable {
    case words([Candidate])
    /// The shell knows best.
    case files
    /// The words that match, and those that the shell finds.
    case directories([Candidate] = [])
  }

  /// The providers' names and feeds; called only if they are asked for.
  let sources: () -> [ProviderSources]
  /// The names of the configuration's mirrors; called only if they are asked for.
  var mirrors: () -> [String] = { [] }
  /// Photos or albums of a mirror, in a directory or with a name, that begin so; called only if they are asked for.
  var names: (_ kind: NameKind, _ mirror: String, _ beginning: String) -> [String] = { _, _, _ in []
  }

  /// What a mirror has names of.
  enum NameKind: String, Sendable {
    case photo = "PHOTO"
    case album = "ALBUM"
  }

  /// - Parameter words: The words after the program's name up to the cursor; the last one is incomplete, and
  ///   may be empty.
  func result(for words: [String]) -> Result {
    let current = words.last ?? ""
    guard words.count > 1 else { return .words(Self.matching(current, in: Self.commands)) }
    if words[0] == "help" {
      return .words(words.count == 2 ? Self.matching(current, in: Self.topics) : [])
    }
    guard let name = CommandName(rawValue: words[0]) else { return .words([]) }
    let before = Array(words[1..<(words.count - 1)])
    let syntax = name.type.syntax
    if current.hasPrefix("--json="), syntax.option("--json")?.isValueOptional == true {
      return .words(Self.fields(current, in: JSONChoice.fields(of: name)))
    }
    return result(for: current, after: before, of: syntax)
  }

  private func result(
    for current: String, after words: [String], of command: CommandSyntax
  ) -> Result {
    var given: Set<String> = []
    var operands: [String] = []
    var open: OptionSyntax?
    var areOptionsOver = false
    for word in words {
      if open != nil {
        open = nil
      } else if !areOptionsOver, word == "--" {
        areOptionsOver = true
      } else if !areOptionsOver, let option = command.option(word) {
        given.insert(option.name)
        let needsValue = option.placeholder != nil && !option.isValueOptional
        open = needsValue && !word.contains("=") ? option : nil
      } else {
        operands.append(word)
      }
    }
    let directory = command.text.operands.firstIndex { $0.contains("DIRECTORY") }
      .flatMap { $0 < operands.count ? operands[$0] : nil }
    if let open { return values(of: open, in: directory, beginning: current) }
    if !areOptionsOver, current.hasPrefix("-") {
      if let equals = current.firstIndex(of: "="), let option = command.option(current) {
        return values(
          of: option, in: directory, beginning: String(current[current.index(after: equals)...]),
          prefix: String(current[...equals]))
      }
      let options = command.options.filter { $0.isRepeatable || !given.contains($0.name) }
      return .words(
        Self.matching(
          current, in: options.map { Candidate(word: "--\($0.name)", help: $0.help) }))
    }
    return operand(operands.count, of: command, in: directory, beginning: current)
  }

  private func operand(
    _ index: Int, of command: CommandSyntax, in directory: String?, beginning current: String
  ) -> Result {
    let names = command.text.operands
    // After an operand that can be repeated, any word may be another one.
    let repeated = names.firstIndex { $0.contains("…") }.flatMap { index >= $0 ? $0 : nil }
    switch repeated.map({ names[$0] }) ?? (index < names.count ? names[index] : "") {
    case "": return .words([])
    case "PHOTO…": return .words(named(.photo, in: directory, beginning: current))
    case "DIRECTORY…": return .directories(Self.matching(current, in: named))
    case "[TARGET…]": return .directories(Self.matching(current, in: named))
    case "[NAME]", "[NAME…]":
      return .words(Self.matching(current, in: named))
    case "SOURCE":
      return .words(Self.matching(current, in: named + sources().flatMap(\.feeds)))
    case "PROVIDER":
      // The commands with a provider are those of sign-ins.
      return .words(Self.matching(current, in: sources().filter(\.hasSignIn).map(\.name)))
    case "DIRECTORY":
      // After a source, the directory of another one.
      let candidates = names.contains("SOURCE") ? [] : named
      return .directories(Self.matching(current, in: candidates))
    case let word where word == word.lowercased():
      let words = word.filter { !"[]".contains($0) }.split(separator: "|").map {
        Candidate(word: String($0))
      }
      return .words(Self.matching(current, in: words))
    default: return .files
    }
  }

  /// The values of an option that takes one of a few words, or a file.
  private func values(
    of option: OptionSyntax, in directory: String?, beginning current: String, prefix: String = ""
  ) -> Result {
    let placeholder = option.placeholder ?? ""
    switch placeholder {
    case "PATH", "FILE": return .files
    case "DIR", "DIRECTORY": return .directories()
    case "SOURCE": return .words(Self.matching(current, in: named + sources().flatMap(\.feeds)))
    default: break
    }
    if let kind = NameKind(rawValue: placeholder) {
      return .words(
        named(kind, in: directory, beginning: current).map {
          Candidate(word: prefix + $0.word, help: $0.help)
        })
    }
    let choices = placeholder.split(separator: "|").map(String.init)
    if option.name == "size" {
      let labels = Set(sources().flatMap(\.sizes)).sorted() + ["largest"]
      return .words(
        Self.matching(prefix + current, in: labels.map { Candidate(word: prefix + $0) }))
    }
    let words = choices.filter { $0 == $0.lowercased() && $0.contains(where: \.isLetter) }
    return .words(
      Self.matching(prefix + current, in: words.map { Candidate(word: prefix + $0) }))
  }

  private func named(
    _ kind: NameKind, in directory: String?, beginning current: String
  ) -> [Candidate] {
    (directory.map { names(kind, $0, current) } ?? []).map {
      Candidate(word: $0, help: kind.rawValue.lowercased())
    }
  }

  private var named: [Candidate] { mirrors().map { Candidate(word: $0, help: "mirror") } }

  /// The fields that can follow the last comma and are not before it.
  private static func fields(_ current: String, in fields: [String]) -> [Candidate] {
    let end = current.lastIndex(of: ",") ?? current.firstIndex(of: "=") ?? current.startIndex
    let before = current[...end]
    let given = before.dropFirst("--json=".count).split(separator: ",").map(String.init)
    let candidates = fields.filter { !given.contains($0) }.map { Candidate(word: before + $0) }
    return matching(current, in: candidates)
  }

  private static func matching(_ prefix: String, in candidates: [Candidate]) -> [Candidate] {
    candidates.filter { $0.word.hasPrefix(prefix) }
  }

  private static let commands =
    CommandName.shown.map { Candidate(word: $0.rawValue, help: $0.type.text.summary) } + [
      Candidate(word: "help", help: "Explain a command"),
      Candidate(word: "--help", help: "Show the commands"),
      Candidate(word: "--version", help: "Show the version"),
    ]

  private static let topics = (CommandName.shown.map(\.rawValue) + HelpTopic.texts.keys.sorted())
    .map {
      Candidate(word: $0)
    }
}

/// A provider, and the beginnings of its feeds' addresses.
struct ProviderSources: Sendable, Hashable {
  let name: Completion.Candidate
  let feeds: [Completion.Candidate]
  /// Whether 'login' can sign in there.
  let hasSignIn: Bool
  /// The labels of its sizes that are one word.
  let sizes: [String]

  /// - Parameter sources: The usage of each feed, `user/ID`, and its summary.
  init(
    name: String, summary: String, sources: [(usage: String, summary: String)],
    hasSignIn: Bool = false, sizes: [String] = []
  ) {
    self.name = .init(word: name, help: summary)
    (self.hasSignIn, self.sizes) = (hasSignIn, sizes.filter { !$0.contains(" ") })
    feeds = sources.map { usage, summary in
      // Up to what the user has to fill in.
      let fixed = usage.prefix { !$0.isUppercase && $0 != "[" && $0 != "…" }
      return .init(word: "\(name):\(fixed)", help: summary)
    }
  }

  init(_ manifest: Manifest) {
    self.init(
      name: manifest.name, summary: manifest.summary,
      sources: manifest.sources.map { ($0.usage, $0.summary) },
      hasSignIn: manifest.signIn != nil, sizes: manifest.sizes)
  }
}

extension CommandSyntax {
  /// The option that a word on the command line names, whatever follows its `=`.
  fileprivate func option(_ word: String) -> OptionSyntax? {
    if word.hasPrefix("--") {
      let name = word.dropFirst(2).prefix { $0 != "=" }
      return options.first { $0.name == name }
    }
    guard word.hasPrefix("-"), word.count == 2 else { return nil }
    return options.first { $0.letter == word.last }
  }
}
