import MirrorCore

/// Thumbnails in rows, whose places have their sizes before they are loaded.
struct ThumbnailGrid {
  let site: GallerySite
  /// The page that shows them.
  let path: String

  struct Cell {
    let entry: Arrangement.Entry
    /// Nil if the photo left the catalog meanwhile: it is left out.
    let caption: PhotoCaption?
    /// Where it leads.
    let target: String
    /// Shown under the picture instead of the photo's title.
    var label: String?
  }

  func markup(_ cells: [Cell]) -> Markup {
    let items = cells.compactMap { cell in cell.caption.map { item(cell, $0) } }
    return "<ul class=\"grid\">\n\(items)</ul>"
  }

  private func item(_ cell: Cell, _ caption: PhotoCaption) -> Markup {
    let name = Captions.alternative(caption)
    let target = PageAddress(cell.target, from: path)
    let label = cell.label.map { "<span dir=\"auto\">\($0)</span>" as Markup }
    let anchor: Markup = cell.label == nil ? " id=\"p\(cell.entry.row)\"" : .empty
    guard let thumbnail = caption.thumbnail, cell.entry.height > 0 else {
      return
        "<li\(anchor)><a class=\"plain\" href=\"\(target)\"><span dir=\"auto\">\(cell.label ?? name)</span></a></li>\n"
    }
    let alternative = cell.label == nil ? name : ""
    return
      "<li\(anchor)><a href=\"\(target)\"><img loading=\"lazy\" decoding=\"async\" width=\"\(cell.entry.width)\" height=\"\(cell.entry.height)\" alt=\"\(alternative)\" title=\"\(alternative)\" src=\"\(site.file(thumbnail, from: path))\">\(label)</a></li>\n"
  }
}
