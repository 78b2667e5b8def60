/// What a terminal shows after the sequences that the live view uses: enough of one to read the
/// screen back as text. Rows scroll; lines that are too long wrap.
struct TerminalModel {
  let columns: Int
  let rows: Int
  /// Everything from the first row on, what scrolled away included.
  private(set) var lines = [""]
  private(set) var isCursorShown = true
  private var row = 0
  private var column = 0

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The lines that hold something.
  var text: String {
    lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }.joined(separator: "\n")
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
    case "K": lines[row] = String(lines[row].prefix(column))
    case "J":
      lines[row] = String(lines[row].prefix(column))
      lines.removeLast(lines.count - row - 1)
    case "l": isCursorShown = false
    case "h": isCursorShown = true
    default: break
    }
  }

  private var top: Int { max(0, lines.count - rows) }

  private mutating func newLine() {
    row += 1
    column = 0
    if row == lines.count { lines.append("") }
  }

  private mutating func put(_ character: Character) {
    if column == columns { newLine() }
    var cells = Array(lines[row])
    cells += Array(repeating: " ", count: max(0, column + 1 - cells.count))
    cells[column] = character
    lines[row] = String(cells)
    column += 1
  }
}
