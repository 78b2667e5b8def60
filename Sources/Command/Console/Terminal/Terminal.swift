import Foundation

/// Whether a stream is a terminal, with its abilities and size.
package struct Terminal: Sendable {
  /// Columns and rows of character cells.
  package struct Size: Sendable, Hashable {
    /// Character cells in a row.
    package let columns: Int
    /// Rows of the screen.
    package let rows: Int

    /// A size that is known.
    package init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }
  }

  /// The stream that is, or is not, the terminal.
  package let output: Output
  /// Whether the stream is a terminal.
  package let isTerminal: Bool
  /// Whether cursor movements are understood: a terminal that is not `TERM=dumb`.
  package let canMoveCursor: Bool
  /// Whether colours are wanted: none with `NO_COLOR` set and not empty (no-color.org).
  package let wantsColor: Bool

  /// Reads `TERM` and `NO_COLOR` once.
  package init(_ output: Output, environment: [String: String]) {
    self.output = output
    isTerminal = isatty(output.descriptor) == 1
    let kind = environment["TERM"] ?? ""
    canMoveCursor = isTerminal && !kind.isEmpty && kind != "dumb"
    wantsColor = canMoveCursor && (environment["NO_COLOR"] ?? "").isEmpty
  }

  /// The columns of the terminal that a stream is; nil for a file or a pipe, whose lines are not wrapped.
  package static func columns(of output: Output) -> Int? {
    guard isatty(output.descriptor) == 1 else { return nil }
    return Terminal(output, environment: [:]).size.columns
  }

  /// The size now (tty_ioctl(4), TIOCGWINSZ); asked again for each frame, it follows every resize.
  /// 80 by 24 if the terminal does not report it.
  package var size: Size {
    var size = winsize()
    guard ioctl(output.descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return Size(columns: 80, rows: 24) }
    return Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}

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
