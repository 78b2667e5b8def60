/// The months of all years with the numbers of their photos, as links. The more photos, the stronger the colour.
struct CalendarTable {
  let arrangement: Arrangement
  /// The page that shows it.
  let path: String

  private static let letters: [Markup] = [
    "J", "F", "M", "A", "M", "J", "J", "A", "S", "O", "N", "D",
  ]

  /// Empty unless two months have photos.
  var markup: Markup {
    let months = arrangement.lists[.months] ?? []
    guard months.count > 1 else { return .empty }
    let most = months.map(\.members.count).max() ?? 1
    var years: [String: [Int: PhotoList]] = [:]
    for month in months {
      // `months/2024-05`
      let parts = month.folder.dropFirst(ListKind.months.folder.count + 1).split(separator: "-")
      guard parts.count == 2, let number = Int(parts[1]) else { continue }
      years[String(parts[0]), default: [:]][number] = month
    }
    let rows = years.keys.sorted(by: >).map { year -> Markup in
      let cells = (1...12).map { cell(years[year]?[$0], of: most) }
      return "<tr><th scope=\"row\">\(year)</th>\(cells)</tr>\n"
    }
    let head = zip(DateWords.months, Self.letters).map { month, letter -> Markup in
      "<th scope=\"col\"><abbr title=\"\(month)\">\(letter)</abbr></th>"
    }
    return """
      <table class="calendar" aria-label="Calendar">
      <tr><td></td>\(head)</tr>
      \(rows)</table>

      """
  }

  private func cell(_ month: PhotoList?, of most: Int) -> Markup {
    guard let month else { return "<td></td>" }
    let count = month.members.count
    let shade = count * 4 > most ? (count * 2 > most ? 3 : 2) : 1
    let name = "\(month.title): \(Captions.count(count, of: "photo"))"
    let shown = count < 1000 ? "\(count)" : "\(count / 1000)k"
    return
      "<td class=\"m\(shade)\"><a href=\"\(PageAddress(month.path(ofPage: 0), from: path))\" aria-label=\"\(name)\">\(shown)</a></td>"
  }
}
