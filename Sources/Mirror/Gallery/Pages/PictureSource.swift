/// A picture in several widths; a browser loads the one that fits the screen (`srcset`, `sizes`).
struct PictureSource {
  private let candidates: [(address: PageAddress, width: Int)]

  /// - Parameters:
  ///   - thumbnail: Nil if the photo has none that is there.
  ///   - site: The gallery.
  ///   - page: The page that shows it.
  ///   - pictures: Those that it may load.
  init(
    _ entry: Arrangement.Entry, thumbnail: String?, in site: GallerySite, from page: String,
    _ pictures: GalleryPictures = [.tile, .preview]
  ) {
    let pictures = pictures.intersection(entry.pictures)
    let (width, height) = (Int(entry.width), Int(entry.height))
    let picture = { (edge: Int) in
      (
        address: PageAddress(GalleryPictures.path(ofRow: entry.row, edge: edge), from: page),
        width: max(1, edge * width / max(width, height, 1))
      )
    }
    candidates = [
      thumbnail.map { (site.file($0, from: page), width) },
      pictures.contains(.tile) ? picture(GalleryPictures.tileEdge) : nil,
      pictures.contains(.preview) ? picture(site.previewEdge) : nil,
    ].compactMap(\.self)
  }

  /// The attributes of an image.
  /// - Parameters:
  ///   - sizes: The width at which it is shown, in CSS.
  ///   - isWidest: Whether a browser without `srcset` loads the widest, not the narrowest.
  /// - Returns: Nil without a picture.
  func attributes(sizes: Markup, isWidest: Bool = false) -> Markup? {
    guard let plain = isWidest ? candidates.last : candidates.first else { return nil }
    let source: Markup = " src=\"\(plain.address)\""
    guard candidates.count > 1 else { return source }
    let set = candidates.map { "\($0.address) \($0.width)w" as Markup }
    return " srcset=\"\(Markup.joined(set, by: ", "))\" sizes=\"\(sizes)\"\(source)"
  }
}
