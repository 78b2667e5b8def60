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
    var frame = PageFrame(site: site, path: path, title: title(number), kind: kind, hasKeys: true)
    let neighbours = neighbours(of: number, path)
    frame.relations = neighbours
    let cells = list.members(ofPage: number).map { place in
      let entry = arrangement.entries[Int(place)]
      return ThumbnailGrid.Cell(
        entry: entry, caption: captions[entry.row], target: PhotoPage.path(ofRow: entry.row))
    }
    let content: Markup = """
      <h1 dir="auto">\(heading)</h1>
      <p class="count">\(count(number))</p>
      \(cells.isEmpty ? "<p>There are no photos yet.</p>" : ThumbnailGrid(site: site, path: path).markup(cells))
      \(PageLinks.markup(neighbours))
      """
    return frame.page(content)
  }

  private var heading: String { kind == nil ? site.title : list.title }

  private func title(_ number: Int) -> String {
    number == 0 ? heading : "\(Captions.shortened(heading, to: 100)), page \(number + 1)"
  }

  private func count(_ number: Int) -> String {
    let photos = Captions.count(list.members.count, of: "photo")
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
    "prev": ("← Previous", "p"), "up": ("Up", "u"), "next": ("Next →", "n"),
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
