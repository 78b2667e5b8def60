import Console

/// The screen of a terminal after the sequences that the live view uses, as text. Rows scroll, and
/// lines that are too long wrap.
struct TerminalModel {
  let size: Terminal.Size
  /// All rows from the first one on, including those that scrolled away.
  private(set) var lines = [""]
  private(set) var isCursorShown = true
  private var row = 0
  private var column = 0

  init(_ size: Terminal.Size) { self.size = size }

  /// The lines down to the cursor, and further to the last one that is not empty.
  var text: String {
    let last = max(row, lines.lastIndex { !$0.isEmpty } ?? 0)
    return lines.prefix(last + 1).joined(separator: "\n")
  }

  mutating func feed(_ bytes: String) {
    var rest = Substring(bytes)
    while let character = rest.popFirst() {
      switch character {
      case "\u{1B}": obey(&rest)
      case "\n", "\r\n": newLine()
      case "\r": column = 0
      default: put(character)
      }
    }
  }

  private mutating func obey(_ rest: inout Substring) {
    rest.removeFirst()
    let parameters = rest.prefix { !$0.isLetter }
    rest.removeFirst(parameters.count)
    switch rest.removeFirst() {
    case "A": row = max(top, row - (Int(parameters) ?? 1))
    case "K" where parameters == "2": lines[row] = ""
    case "K": lines[row] = String(lines[row].prefix(min(column, size.columns - 1)))
    case "l": isCursorShown = false
    case "h": isCursorShown = true
    default: break
    }
  }

  private var top: Int { max(0, lines.count - size.rows) }

  private mutating func newLine() {
    row += 1
    column = 0
    if row == lines.count { lines.append("") }
  }

  /// A wide character takes two cells. The second is empty.
  private mutating func put(_ character: Character) {
    let width = DisplayWidth.of(String(character))
    if column + width > size.columns { newLine() }
    var cells = lines[row].flatMap { character in
      [String(character)] + (DisplayWidth.of(String(character)) > 1 ? [""] : [])
    }
    cells += Array(repeating: " ", count: max(0, column + width - cells.count))
    cells[column] = String(character)
    if width > 1 { cells[column + 1] = "" }
    lines[row] = cells.joined()
    column += width
  }
}
