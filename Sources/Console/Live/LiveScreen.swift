/// What of the view stands on the terminal now, and the sequences that replace it.
///
/// The view is at the bottom and the cursor in the first column below it. Each frame is one string,
/// to be written at once: the cursor is hidden only inside of it, so that a run that is killed or
/// suspended leaves a terminal that is right.
package struct LiveScreen {
  /// The display widths of the lines that stand there.
  private var widths: [Int] = []

  package init() {}

  /// Replaces the view by `lines`; `notices` go above it and scroll away with the rest.
  package mutating func draw(_ lines: [String], notices: [String], columns: Int) -> String {
    var frame = ANSI.hideCursor + ANSI.up(occupied(columns: columns))
    if !notices.isEmpty {
      frame += ANSI.eraseBelow + notices.map { $0 + "\n" }.joined()
    }
    frame += lines.map { $0 + ANSI.eraseToEnd + "\n" }.joined()
    widths = lines.map { DisplayWidth.of(PlainText.line($0, limit: .max)) }
    return frame + ANSI.eraseBelow + ANSI.showCursor
  }

  /// Takes the view away and leaves `notices`.
  package mutating func erase(notices: [String], columns: Int) -> String {
    draw([], notices: notices, columns: columns)
  }

  /// The rows that the view takes now: a terminal that became narrower has wrapped its lines.
  private func occupied(columns: Int) -> Int {
    widths.reduce(0) { $0 + max(1, ($1 + columns - 1) / max(1, columns)) }
  }
}
