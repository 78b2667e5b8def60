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

  /// The size now (tty_ioctl(4), TIOCGWINSZ); asked again for each frame, it follows every resize.
  /// 80 by 24 if the terminal does not report it.
  package var size: Size {
    var size = winsize()
    guard ioctl(output.descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return Size(columns: 80, rows: 24) }
    return Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}
