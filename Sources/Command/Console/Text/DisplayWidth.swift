import CTerminal
import Foundation

/// The columns that a text takes on a terminal, and texts cut and padded to a width.
///
/// A character's width is the sum of its scalars' (`wcwidth`, wcwidth(3)). Terminals differ for
/// emoji that are joined from several; the sum is the maximum, so a line that fits by it never
/// wraps. Requires text from ``TerminalText``.
package enum DisplayWidth {
  /// `nonisolated(unsafe)`: made once and never changed, and `uselocale` sets it for the calling
  /// thread alone. `wcwidth` needs a UTF-8 locale, whatever the user's is.
  nonisolated(unsafe) private static let locale = newlocale(Int32(LC_CTYPE_MASK), "C.UTF-8", nil)

  /// The columns of `text`.
  package static func of(_ text: some StringProtocol) -> Int {
    if isASCII(text) { return text.utf8.count }
    return withLocale { text.unicodeScalars.reduce(0) { $0 + columns($1) } }
  }

  /// `text` in at most `width` columns, cut between characters with an ellipsis if it is longer.
  package static func truncated(_ text: String, to width: Int) -> String {
    guard of(text) > width else { return text }
    guard width > 0 else { return "" }
    return withLocale {
      var used = 1
      var kept = ""
      for character in text {
        used += character.unicodeScalars.reduce(0) { $0 + columns($1) }
        guard used <= width else { break }
        kept.append(character)
      }
      return kept + "…"
    }
  }

  /// `text` in exactly `width` columns: cut, or padded with spaces.
  package static func padded(_ text: String, to width: Int, isRight: Bool = false) -> String {
    let cut = truncated(text, to: width)
    let filling = String(repeating: " ", count: max(0, width - of(cut)))
    return isRight ? filling + cut : cut + filling
  }

  /// The rows of `text` when it is wrapped after `columns`; a wide character that does not fit at
  /// the end of a row begins the next one.
  static func rows(of text: String, columns: Int) -> Int {
    withLocale {
      var (rows, used) = (1, 0)
      for scalar in text.unicodeScalars {
        let width = Self.columns(scalar)
        if used + width > max(1, columns) { (rows, used) = (rows + 1, 0) }
        used += width
      }
      return rows
    }
  }

  private static func isASCII(_ text: some StringProtocol) -> Bool {
    text.utf8.allSatisfy { $0 < 0x80 }
  }

  /// A scalar newer than the C library counts as an emoji, as most new ones are.
  private static func columns(_ scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return 1 }
    let width = wcwidth(wchar_t(bitPattern: scalar.value))
    return width < 0 ? 2 : Int(width)
  }

  private static func withLocale<Result>(_ body: () -> Result) -> Result {
    guard let locale else { return body() }
    let before = uselocale(locale)
    defer { uselocale(before) }
    return body()
  }
}
