/// The control sequences that are ever written to a terminal (ECMA-48, section 8.3), and no others.
package enum ANSI {
  static let hideCursor = "\u{1B}[?25l"
  static let showCursor = "\u{1B}[?25h"
  /// The cursor's row.
  static let eraseRow = "\u{1B}[2K"
  /// From the cursor to the end of the line.
  static let eraseToEnd = "\u{1B}[K"

  /// To the first column, `rows` rows up.
  static func up(_ rows: Int) -> String { rows > 0 ? "\r\u{1B}[\(rows)A" : "\r" }

  /// The few colours that the progress uses.
  enum Color: Int, Sendable {
    case red = 31
    case green = 32
    case yellow = 33
  }

  static func colored(_ text: String, _ color: Color) -> String {
    "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m"
  }
}
