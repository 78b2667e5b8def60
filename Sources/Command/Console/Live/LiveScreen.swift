/// The view as it is on the terminal, and the sequences that replace it.
///
/// The view is at the bottom and the cursor in the first column below it. Each frame is one string,
/// to be written at once: the cursor is hidden only within it, so that a run that is killed or
/// suspended leaves the terminal usable. Rows are erased one by one: where the cursor is at
/// the top, tmux takes "erase to the end of the screen" for "move all of it into the history".
package struct LiveScreen {
  /// The lines on the terminal, and the number of columns that they were made for.
  private var standing: [String] = []
  private var columns = 0

  /// No view yet; the cursor is at the beginning of a row.
  package init() {}

  /// Replaces the view by `lines`, which are narrower than the terminal and fewer than its rows;
  /// `notices` of any width go above it and scroll away with the rest.
  package mutating func draw(
    _ lines: [String], notices: [String], size: Terminal.Size
  ) -> String {
    let before = rows(in: size)
    var frame = ANSI.hideCursor + ANSI.up(before)
    if size.columns != columns {
      // Complete rows, so that the terminal forgets which ones it had wrapped and must join again.
      frame += String(repeating: ANSI.eraseRow + "\n", count: before) + ANSI.up(before)
    }
    for notice in notices { frame += text(ofNotice: notice, columns: size.columns) }
    for line in lines { frame += line + ANSI.eraseToEnd + "\n" }
    let above = notices.reduce(0) { $0 + DisplayWidth.rows(of: $1, columns: size.columns) }
    let left = max(0, before - above - lines.count)
    frame += String(repeating: ANSI.eraseToEnd + "\n", count: left) + ANSI.up(left)
    standing = lines
    columns = size.columns
    return frame + ANSI.showCursor
  }

  /// Erases the view and leaves `notices`.
  package mutating func erase(notices: [String], size: Terminal.Size) -> String {
    draw([], notices: notices, size: size)
  }

  /// After a full row the cursor is still on its last character and would erase that.
  private func text(ofNotice notice: String, columns: Int) -> String {
    let width = DisplayWidth.of(notice)
    let isFull = width > 0 && width.isMultiple(of: max(1, columns))
    return notice + (isFull ? "" : ANSI.eraseToEnd) + "\n"
  }

  /// The rows that the view takes now: a terminal that became narrower has wrapped its lines, and
  /// rows above the screen are in the history.
  private func rows(in size: Terminal.Size) -> Int {
    guard size.columns != columns else { return standing.count }
    let wrapped = standing.reduce(0) {
      $0 + DisplayWidth.rows(of: TerminalText.line($1, limit: .max), columns: size.columns)
    }
    return min(wrapped, max(0, size.rows - 1))
  }
}
