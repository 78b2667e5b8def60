import MirrorCore

/// The pages that name the lists of a kind: years, albums and owners with a picture each, tags as words.
package struct NamePages: Sendable {
  private static let mostPictures = 240
  private static let mostWords = 2000
  /// Tags of most photos that have a picture above the words.
  private static let mostCovers = 24

  private let site: GallerySite
  private let arrangement: Arrangement
  private let kind: ListKind
  private let lists: [PhotoList]

  package init(_ site: GallerySite, _ arrangement: Arrangement, _ kind: ListKind) {
    (self.site, self.arrangement, self.kind) = (site, arrangement, kind)
    lists = arrangement.lists[kind] ?? []
  }

  private var length: Int { kind == .tags ? Self.mostWords : Self.mostPictures }
  /// The number of pages that name all lists; 0 without a list.
  package var pageCount: Int { (lists.count + length - 1) / length }

  /// Relative to the gallery's folder.
  /// - Parameter page: 0 is the first.
  package func path(ofPage page: Int) -> String {
    page == 0 ? kind.index : "\(kind.folder)/page-\(page + 1).html"
  }

  func lists(ofPage page: Int) -> ArraySlice<PhotoList> {
    lists[(page * length)...].prefix(length)
  }

  /// The photos whose pictures a page shows.
  package func rows(ofPage page: Int) -> [Int64] {
    covered(ofPage: page).compactMap(cover).map(\.row)
  }

  /// The lists that a page shows with a picture.
  func covered(ofPage page: Int) -> ArraySlice<PhotoList> {
    guard kind == .tags else { return lists(ofPage: page) }
    guard page == 0 else { return [] }
    return lists.filter { arrangement.hasPages($0.folder, kind) }
      .sorted { ($1.members.count, $0.folder) < ($0.members.count, $1.folder) }
      .prefix(Self.mostCovers)
  }

  /// The lists that a calendar or a map above them has.
  func overview(ofPage page: Int) -> [PhotoList] {
    guard page == 0 else { return [] }
    return kind == .years ? arrangement.lists[.months] ?? [] : kind == .areas ? lists : []
  }

  /// - Parameter captions: Of the photos whose pictures it shows, by their rows.
  package func page(_ number: Int, _ captions: [Int64: PhotoCaption]) -> GalleryPage {
    let path = path(ofPage: number)
    var links: [(name: Markup, address: PageAddress)] = []
    if number > 0 { links.append(("prev", PageAddress(self.path(ofPage: number - 1), from: path))) }
    if number + 1 < pageCount {
      links.append(("next", PageAddress(self.path(ofPage: number + 1), from: path)))
    }
    let title = number == 0 ? kind.title : "\(kind.title), page \(number + 1)"
    let frame = PageFrame(site: site, path: path, title: title, relations: links, kind: kind)
    let pictures = pictures(covered(ofPage: number), captions, path)
    let words = kind == .tags ? words(lists(ofPage: number), path) : .empty
    return frame.page(
      """
      <h1>\(kind.title)</h1>
      \(number == 0 ? overview(path) : .empty)\(pictures)
      \(words)
      \(PageLinks.markup(links))
      """)
  }

  private func overview(_ path: String) -> Markup {
    switch kind {
    case .years: CalendarTable(arrangement: arrangement, path: path).markup
    case .areas: MapFigure(lists, path: path).markup
    default: .empty
    }
  }

  private func cover(_ list: PhotoList) -> Arrangement.Entry? {
    list.members.first.map { arrangement.entries[Int($0)] }
  }

  private func pictures(
    _ lists: ArraySlice<PhotoList>, _ captions: [Int64: PhotoCaption], _ path: String
  ) -> Markup {
    guard !lists.isEmpty else { return .empty }
    let cells = lists.compactMap { list -> ThumbnailGrid.Cell? in
      guard let cover = cover(list) else { return nil }
      let count = Captions.count(list.members.count, of: "photo")
      return ThumbnailGrid.Cell(
        entry: cover, caption: captions[cover.row], target: list.path(ofPage: 0),
        label: "<bdi>\(Captions.shortened(list.title, to: 100))</bdi> (\(count))")
    }
    return ThumbnailGrid(site: site, path: path).markup(cells)
  }

  private func words(_ lists: ArraySlice<PhotoList>, _ path: String) -> Markup {
    let items = lists.map { list -> Markup in
      let target =
        arrangement.hasPages(list.folder, kind)
        ? list.path(ofPage: 0) : cover(list).map { PhotoPage.path(ofRow: $0.row) } ?? ""
      return
        "<li><a href=\"\(PageAddress(target, from: path))\"><bdi>\(Captions.shortened(list.title, to: 100))</bdi> <small>\(NumberText.count(list.members.count))</small></a></li>\n"
    }
    return "<ul class=\"words\">\n\(items)</ul>"
  }
}
