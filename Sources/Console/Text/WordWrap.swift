/// Words set in lines that are no wider than they may be.
package enum WordWrap {
  /// The lines, each at most `width` columns; a word that is wider has a line of its own. `mark`
  /// follows every word but the last.
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
