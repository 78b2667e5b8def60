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

/// Terms with their explanations beside them, or below them if a term is long.
package enum DefinitionList {
  /// The lines, each at most `width` columns unless a single word or term is wider.
  ///
  /// - Parameters:
  ///   - margin: Columns before each term.
  ///   - indent: The column at which explanations begin, more than `margin` + 2.
  package static func lines(
    _ entries: [(term: String, text: String)], margin: Int = 2, indent: Int, width: Int = 80
  ) -> [String] {
    let space = String(repeating: " ", count: indent)
    return entries.flatMap { term, text in
      let term = String(repeating: " ", count: margin) + TerminalText.line(term)
      let words = TerminalText.line(text).split(separator: " ")
      let lines = WordWrap.lines(words, width: width - indent).map { space + $0 }
      guard DisplayWidth.of(term) + 2 <= indent, let first = lines.first else {
        return [term] + lines
      }
      return [DisplayWidth.padded(term, to: indent) + first.dropFirst(indent)] + lines.dropFirst()
    }
  }
}
