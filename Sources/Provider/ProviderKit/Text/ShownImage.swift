/// An image that a text shows: what its `img`, and the `picture` around it, say about the file.
struct ShownImage {
  /// The reference of the image in its largest size.
  let reference: String
  /// The width of that file in pixels; nil if it is unknown.
  let width: Int?
  /// Whether the image's file has an edge below the limit, as far as the tag says.
  let isSmall: Bool
  /// Whether the tag tells both edges with which the image is shown.
  let isMeasured: Bool
  /// Whether its class is that of an icon.
  let isIcon: Bool

  /// Nil if no attribute is the reference of a file.
  /// - Parameters:
  ///   - sources: The `source` elements of the `picture` that holds the image.
  ///   - least: An edge in pixels.
  init?(_ tag: HTMLTag, sources: [HTMLTag], below least: Int) {
    let sets = ([tag] + sources).flatMap(\.sets)
    let set = sets.dropFirst().reduce(sets.first) { best, set in
      best.map { set.isLarger(than: $0) ? set : $0 }
    }
    let full = ShownImage.originals.lazy.compactMap { tag[$0] }.first(where: Self.isAddress)
    let late = ShownImage.late.lazy.compactMap { tag[$0] }.first(where: Self.isAddress)
    guard let reference = full ?? set?.address ?? late ?? tag["src"], Self.isFile(reference) else {
      return nil
    }
    self.reference = reference
    width = full == nil ? set?.width : nil
    let edges = ["width", "height"].compactMap(tag.pixels)
    let density = set?.density(shownWidth: tag.pixels("width")) ?? 1
    isSmall = full == nil && edges.contains { Double($0) * max(1, density) < Double(least) }
    isMeasured = edges.count == 2
    isIcon = IconRules.isIcon(classes: tag["class"] ?? "")
  }

  /// Attributes with the uploaded file of an image that is shown smaller (WordPress).
  private static let originals = ["data-orig-file", "data-full-url"]
  /// Attributes of images that scripts load later; `src` has a placeholder until then.
  private static let late = [
    "data-original", "data-src", "data-lazy-src", "data-lazy", "data-hi-res-src", "data-echo",
  ]

  /// Scripts keep numbers and words in such attributes, too.
  private static func isAddress(_ text: String) -> Bool {
    isFile(text) && (text.contains("/") || text.isPictureAddress)
  }

  private static func isFile(_ text: String) -> Bool {
    !["data:", "about:", "blob:", "javascript:"].contains(where: text.lowercased().hasPrefix)
      && !text.contains("<")
  }
}

extension HTMLTag {
  fileprivate var sets: [SourceSet] {
    ["srcset", "data-srcset", "data-lazy-srcset"].compactMap { self[$0].flatMap(SourceSet.init) }
  }

  /// `640` or `640px`.
  fileprivate func pixels(_ edge: String) -> Int? {
    guard let value = self[edge] else { return nil }
    return Int(value.hasSuffix("px") ? value.dropLast(2) : value[...])
  }
}
