import Configuration
import Console
import Foundation

/// The options of a run that the catalog keeps with its source (``OptionUses/laterRuns``). The others are about the run
/// itself, or, as a provider's settings, decide where secrets are sent, and a catalog may come from somebody else.
enum KeptOptions {
  fileprivate static let names = Set(
    SyncOptions.options.map(\.syntax).filter { $0.uses.contains(.laterRuns) }.map(\.name))
  private static let mostBytes = 64 << 10

  /// The words of a command line with the kept ones of its options, as a JSON array.
  static func text(of line: ParsedArguments, home: HomePath) -> String? {
    var kept = line
    // The next run may be in another folder.
    for name in KnownFiles.options { kept.mapValues(of: name) { home.absolutePath($0) } }
    let words = kept.options.filter { names.contains($0.name) }.map { given in
      given.value.isEmpty ? "--\(given.name)" : "--\(given.name)=\(given.value)"
    }
    return (try? JSONEncoder().encode(words)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Says which options a source has as in its last run.
  static func note(_ words: [String], of source: String) {
    guard !words.isEmpty else { return }
    let words = words.map { $0.replacing("=", with: " ", maxReplacements: 1) }
    let text = "\(source) as in its last run: \(words.joined(separator: " "))"
    Output.error.write(lines: ["note      \(TerminalText.line(text, limit: 1000))"])
  }

  /// - Throws: ``UsageError`` for a text that no run has recorded.
  static func words(_ text: String) throws(UsageError) -> [String] {
    guard text.utf8.count <= mostBytes,
      let words = try? JSONDecoder().decode([String].self, from: Data(text.utf8))
    else { throw UsageError("they are no list of options") }
    return words
  }
}

extension ParsedArguments {
  /// With the options that another line has and this one does not.
  /// - Parameters:
  ///   - words: The other line.
  ///   - isNamed: Whether the user named a file in an earlier line.
  /// - Returns: The completed line, and the words that were added.
  /// - Throws: ``UsageError`` for what is not an option that a catalog keeps.
  func taking(
    kept words: [String], of syntax: CommandSyntax, isNamed: (_ file: String) -> Bool
  ) throws(UsageError) -> (line: ParsedArguments, added: [String]) {
    let other = try ArgumentParser.parse(words, as: syntax)
    guard other.operands.isEmpty, other.options.allSatisfy({ KeptOptions.names.contains($0.name) })
    else {
      throw UsageError("a catalog does not keep all of them")
    }
    var (line, added) = (self, [String]())
    for (option, word) in zip(other.options, words) where !has(option.name) {
      // A catalog from elsewhere may name any file.
      guard !KnownFiles.options.contains(option.name) || isNamed(option.value) else {
        throw UsageError(
          "they name the file \(option.value), which you have not named for this mirror",
          hints: [
            "if you trust that file, give --\(option.name) \(ShellWord.quoted(option.value)) once"
          ])
      }
      line.add(option.name, option.value, from: .commandLine)
      added.append(word)
    }
    return (line, added)
  }
}
