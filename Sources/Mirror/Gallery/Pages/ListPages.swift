import MirrorCore

/// The pages of a list of photos.
package struct ListPages: Sendable {
  private let site: GallerySite
  private let arrangement: Arrangement
  private let list: PhotoList
  private let kind: ListKind?

  package init(
    _ site: GallerySite, _ arrangement: Arrangement, _ list: PhotoList, _ kind: ListKind?
  ) {
    (self.site, self.arrangement, self.list, self.kind) = (site, arrangement, list, kind)
  }

  /// - Parameter captions: Of the page's photos, by their rows.
  package func page(_ number: Int, _ captions: [Int64: PhotoCaption]) -> GalleryPage {
    let path = list.path(ofPage: number)
    var frame = PageFrame(site: site, path: path, title: title(number), kind: kind)
    let cover = list.members(ofPage: number).first.flatMap {
      captions[arrangement.entries[Int($0)].row]?.thumbnail
    }
    frame.preview = (count(number), cover.map(site.files.name(of:)))
    let neighbours = neighbours(of: number, path)
    frame.relations = neighbours
    let grid = ThumbnailGrid(site: site, path: path)
    let groups = groups(of: number).map { group -> Markup in
      let cells = group.places.map { place in
        let entry = arrangement.entries[Int(place)]
        return ThumbnailGrid.Cell(
          entry: entry, caption: captions[entry.row], target: PhotoPage.path(ofRow: entry.row))
      }
      let heading = group.title.map { "<h2>\($0)</h2>\n" as Markup } ?? .empty
      return "\(heading)\(grid.markup(cells))\n"
    }
    let content: Markup = """
      <h1 dir="auto">\(heading)</h1>
      <p class="count">\(count(number))</p>
      \(number == 0 && kind == nil ? years(path) : .empty)\(list.members.isEmpty ? "<p>There are no photos yet.</p>" : Markup.joined(groups, by: ""))
      \(pageNumbers(number, path))
      \(PageLinks.markup(neighbours))
      """
    return frame.page(content)
  }

  /// An album has an order of its own.
  private func groups(of number: Int) -> [DateGroups] {
    let places = list.members(ofPage: number)
    guard kind != .albums else { return [DateGroups(title: nil, places: places)] }
    return DateGroups.groups(places) { arrangement.entries[Int($0)].date }
  }

  /// All years as a line of links, the latest first.
  private func years(_ path: String) -> Markup {
    guard let years = arrangement.lists[.years], years.count > 1 else { return .empty }
    let links = years.map { year -> Markup in
      "<a href=\"\(PageAddress(year.path(ofPage: 0), from: path))\">\(year.title) <small>\(year.members.count)</small></a>"
    }
    return "<nav class=\"years\" aria-label=\"Years\">\(Markup.joined(links, by: " "))</nav>\n"
  }

  /// The first and the last page, and those near this one.
  private func pageNumbers(_ number: Int, _ path: String) -> Markup {
    guard list.pageCount > 2 else { return .empty }
    var links: [Markup] = []
    var last = -1
    for page in 0..<list.pageCount
    where [0, list.pageCount - 1].contains(page) || abs(page - number) <= 2 {
      if page > last + 1 { links.append("…") }
      last = page
      links.append(
        page == number
          ? "<b aria-current=\"page\">\(page + 1)</b>"
          : "<a href=\"\(PageAddress(list.path(ofPage: page), from: path))\">\(page + 1)</a>")
    }
    return "<nav class=\"numbers\" aria-label=\"All pages\">\(Markup.joined(links, by: " "))</nav>"
  }

  private var heading: String { kind == nil ? site.title : list.title }

  private func title(_ number: Int) -> String {
    number == 0 ? heading : "\(Captions.shortened(heading, to: 100)), page \(number + 1)"
  }

  private func count(_ number: Int) -> String {
    var photos = Captions.count(list.members.count, of: "photo")
    if kind == nil, let years = arrangement.years, years.first != years.last {
      photos += ", \(years.first) to \(years.last)"
    }
    return list.pageCount == 1 ? photos : "\(photos), page \(number + 1) of \(list.pageCount)"
  }

  private func neighbours(
    of number: Int, _ path: String
  ) -> [(name: Markup, address: PageAddress)] {
    var links: [(name: Markup, address: PageAddress)] = []
    let address = { PageAddress(list.path(ofPage: $0), from: path) }
    if number > 0 { links.append(("prev", address(number - 1))) }
    if let kind { links.append(("up", PageAddress(kind.index, from: path))) }
    if number + 1 < list.pageCount { links.append(("next", address(number + 1))) }
    return links
  }
}

/// Links between pages of one kind.
enum PageLinks {
  private static let words: [Markup: (text: Markup, key: Markup)] = [
    "prev": ("← Previous", "p"), "up": ("Back", "u"), "next": ("Next →", "n"),
  ]

  static func markup(_ links: [(name: Markup, address: PageAddress)]) -> Markup {
    guard !links.isEmpty else { return .empty }
    let anchors = links.map { name, address -> Markup in
      let word = words[name] ?? (name, "")
      return "<a rel=\"\(name)\" accesskey=\"\(word.key)\" href=\"\(address)\">\(word.text)</a>"
    }
    return "<nav class=\"pages\" aria-label=\"Pages\">\(Markup.joined(anchors, by: " "))</nav>"
  }
}
