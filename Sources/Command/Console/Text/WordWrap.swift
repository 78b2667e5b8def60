/// Wraps words to lines of a maximum width.
package enum WordWrap {
  /// The lines, each at most `width` columns; a wider word has a line of its own. `mark` follows
  /// every word but the last.
  package static func lines(
    _ words: [some StringProtocol], mark: String = "", width: Int
  ) -> [String] {
    words.enumerated().reduce(into: []) { lines, entry in
      let word = String(entry.element) + (entry.offset == words.count - 1 ? "" : mark)
      if let last = lines.last, DisplayWidth.of(last) + 1 + DisplayWidth.of(word) <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(word)
      }
    }
  }
}

extension WordWrap {
  /// A message, a hint or a note in at most `width` columns, continued below its text; another line as it is.
  /// Words that are wider have a line of their own.
  static func hanging(_ line: String, width: Int) -> [String] {
    let indents = ["hint: ": 6, "photomirror: ": 6, "note ": 10, "waiting ": 10, "failed ": 10]
    guard DisplayWidth.of(line) > width,
      let indent = indents.first(where: { line.hasPrefix($0.key) })?.value, width >= 2 * indent
    else { return [line] }
    let start = String(line.prefix(indent))
    let words = line.dropFirst(indent).split(separator: " ", omittingEmptySubsequences: false)
    let lines = lines(words, width: width - indent)
    let space = String(repeating: " ", count: indent)
    return lines.enumerated().map { ($0.offset == 0 ? start : space) + $0.element }
  }
}

extension Output {
  /// Writes lines, each wrapped at the width of the terminal, if this is one.
  package func write(wrapping lines: [String]) {
    guard let columns = Terminal.columns(of: self) else { return write(lines: lines) }
    write(lines: lines.flatMap { WordWrap.hanging($0, width: columns) })
  }
}

/// Terms with their explanations beside them, or below them if a term is long.
package enum DefinitionList {
  /// The lines, each at most `width` columns unless a single word or term is wider.
  ///
  /// - Parameters:
  ///   - margin: Columns before each term.
  ///   - indent: The column at which explanations begin, more than `margin` + 2.
  ///   - limit: The most characters of an explanation.
  package static func lines(
    _ entries: [(term: String, text: String)], margin: Int = 2, indent: Int, width: Int = 80,
    limit: Int = 400
  ) -> [String] {
    let space = String(repeating: " ", count: indent)
    return entries.flatMap { term, text in
      let term = String(repeating: " ", count: margin) + TerminalText.line(term)
      let words = TerminalText.line(text, limit: limit).split(separator: " ")
      let lines = WordWrap.lines(words, width: width - indent).map { space + $0 }
      guard DisplayWidth.of(term) + 2 <= indent, let first = lines.first else {
        return [term] + lines
      }
      return [DisplayWidth.padded(term, to: indent) + first.dropFirst(indent)] + lines.dropFirst()
    }
  }
}
