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
    var label: Markup?
  }

  func markup(_ cells: [Cell]) -> Markup {
    let items = cells.compactMap { cell in cell.caption.map { item(cell, $0) } }
    let isLabelled = cells.contains { $0.label != nil }
    return "<ul class=\"\(isLabelled ? "cards" : "grid" as Markup)\">\n\(items)</ul>"
  }

  private func item(_ cell: Cell, _ caption: PhotoCaption) -> Markup {
    let name = Captions.alternative(caption)
    let target = PageAddress(cell.target, from: path)
    let label = cell.label.map { "<span>\($0)</span>" as Markup }
    let anchor: Markup = cell.label == nil ? " id=\"p\(cell.entry.row)\"" : .empty
    let source = PictureSource(
      cell.entry, thumbnail: caption.thumbnail, in: site, from: path, .tile)
    let (width, height) = (Int(cell.entry.width), Int(cell.entry.height))
    // As the style sheet has it. With "auto", Chromium loads most pictures in both sizes.
    let shown: Markup =
      cell.label == nil
      ? "calc(\(AspectRatio.number(width: width, height: height)) * clamp(5rem, 11vw, 15rem))"
      : "max(15rem, 11vw)"
    guard height > 0, let attributes = source.attributes(sizes: shown) else {
      let text = label ?? "<span dir=\"auto\">\(name)</span>"
      let shape = AspectRatio.name(width: 0, height: 0)
      return
        "<li class=\"\(shape)\"\(anchor)><a class=\"plain\" href=\"\(target)\">\(text)</a></li>\n"
    }
    let alternative = cell.label == nil ? name : ""
    let shape = AspectRatio.name(width: width, height: height)
    return
      "<li class=\"\(shape)\"\(anchor)><a href=\"\(target)\"><img loading=\"lazy\" decoding=\"async\" width=\"\(width)\" height=\"\(height)\" alt=\"\(alternative)\" title=\"\(alternative)\"\(attributes)>\(label)</a></li>\n"
  }
}
