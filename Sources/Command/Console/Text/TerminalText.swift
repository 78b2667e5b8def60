import MirrorCore

/// Text that is safe to show: without anything that controls a terminal.
///
/// Titles and servers' messages are hostile input. Escape sequences (ECMA-48, section 5), control characters
/// and invisible characters that reorder or hide text (bidirectional controls, tags) are removed, line breaks
/// and tabs become spaces, and characters without a known width become U+FFFD. All text from outside passes
/// through here before it is written to a terminal.
package enum TerminalText {
  /// `raw` as one line of at most `limit` Unicode scalars. The limit also bounds text without
  /// width: a letter with a thousand accents.
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

  /// The replacement of a scalar; nil if it is removed.
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

extension PhotoFacts {
  /// `51234 “Sunset”`, safe to show; only the id if there is no title.
  package var label: String {
    let shown = TerminalText.line(title, limit: 80)
    let id = TerminalText.line(id, limit: 200)
    return shown.allSatisfy(\.isWhitespace) ? id : "\(id) “\(shown)”"
  }

  /// The title, or the id if there is no title; safe to show.
  var name: String {
    let shown = TerminalText.line(title, limit: 200)
    return shown.allSatisfy(\.isWhitespace) ? TerminalText.line(id, limit: 200) : shown
  }
}
