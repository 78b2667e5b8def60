/// Rows of cells, aligned by display width, for a terminal.
package struct Table: Sendable {
  /// The layout of a column.
  package struct Column: Sendable, Hashable {
    /// The column's first row.
    package let title: String
    /// For numbers.
    package let isRight: Bool
    /// Becomes narrower if the terminal is too narrow.
    package let isFlexible: Bool

    /// A column, by default left-aligned and as wide as its cells.
    package init(_ title: String, isRight: Bool = false, isFlexible: Bool = false) {
      self.title = title
      self.isRight = isRight
      self.isFlexible = isFlexible
    }
  }

  /// The least width of a flexible column.
  private static let narrowest = 8
  private static let gap = "  "

  private let columns: [Column]
  private var rows: [[String]] = []

  package init(_ columns: [Column]) { self.columns = columns }

  /// Adds a row; cells are made safe to show, missing ones are empty, those beyond the columns are
  /// omitted.
  package mutating func add(_ cells: [String]) {
    let safe = cells.prefix(columns.count).map { TerminalText.line($0) }
    rows.append(safe + Array(repeating: "", count: columns.count - safe.count))
  }

  /// The title row and the rows, in at most `width` columns if flexible columns can become narrower
  /// (nil: any width). No line ends in spaces.
  package func lines(width: Int?) -> [String] {
    let widths = fitted(to: width)
    return ([columns.map(\.title)] + rows).map { cells in
      let padded = zip(cells, zip(widths, columns)).map { cell, setting in
        DisplayWidth.padded(cell, to: setting.0, isRight: setting.1.isRight)
      }
      let line = padded.joined(separator: Self.gap)
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  private func fitted(to width: Int?) -> [Int] {
    var widths = columns.indices.map { index in
      ([columns[index].title] + rows.map { $0[index] }).reduce(0) { max($0, DisplayWidth.of($1)) }
    }
    guard let width else { return widths }
    var excess = widths.reduce(0, +) + Self.gap.count * (columns.count - 1) - width
    while excess > 0, let index = widestFlexible(widths) {
      // Down to the next widest at once, so that a long cell takes a few rounds instead of one per
      // column.
      let step = min(excess, widths[index] - max(Self.narrowest, runnerUp(widths, besides: index)))
      widths[index] -= max(1, step)
      excess -= max(1, step)
    }
    return widths
  }

  private func widestFlexible(_ widths: [Int]) -> Int? {
    columns.indices
      .filter { columns[$0].isFlexible && widths[$0] > Self.narrowest }
      .max { widths[$0] < widths[$1] }
  }

  private func runnerUp(_ widths: [Int], besides index: Int) -> Int {
    columns.indices.filter { $0 != index && columns[$0].isFlexible }.map { widths[$0] }.max() ?? 0
  }
}
