/// Text that is safe to show: what a feed says, without anything that a terminal would obey.
///
/// Titles and servers' messages are written by strangers. Escape sequences are taken out whole
/// (ECMA-48, section 5), control characters and the invisible ones that reorder or hide text
/// (bidirectional controls, tags) go, line breaks and tabs become spaces, and what no terminal
/// knows a width for becomes U+FFFD. Whatever goes to a terminal and was not written here passes
/// through this room.
package enum PlainText {
  /// `raw` as one line of at most `limit` Unicode scalars. The limit also bounds what does not
  /// take width: a letter under a thousand accents.
  package static func line(_ raw: String, limit: Int = 400) -> String {
    if raw.utf8.count <= limit, raw.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return raw }
    var sequences = EscapeSequences()
    var kept = String.UnicodeScalarView()
    var count = 0
    for scalar in raw.unicodeScalars where !sequences.swallow(scalar) {
      guard let shown = shown(scalar) else { continue }
      guard count < limit else {
        kept.append("…")
        break
      }
      kept.append(shown)
      count += 1
    }
    return String(kept)
  }

  /// What stands for a scalar; nil where nothing does.
  private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.properties.generalCategory {
    case .control: return "\t\n\r\u{0B}\u{0C}\u{85}".unicodeScalars.contains(scalar) ? " " : nil
    case .lineSeparator, .paragraphSeparator: return " "
    // Joiners shape letters in Persian and Indic scripts and hide nothing.
    case .format: return scalar == "\u{200C}" || scalar == "\u{200D}" ? scalar : nil
    case .privateUse, .unassigned, .surrogate: return "\u{FFFD}"
    default: return scalar
    }
  }
}
