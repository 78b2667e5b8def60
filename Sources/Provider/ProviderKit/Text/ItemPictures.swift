/// The pictures of a post, or of another item of a feed: those that accompany its text, and those in the text.
/// Each is listed once, with its sizes.
///
/// ```swift
/// var pictures = ItemPictures()
/// if let cover = item["image"].string { pictures.add([Rendition(label: "Original", url: cover)]) }
/// pictures.add(html: item["content_html"].string ?? "", base: feedAddress)
/// let photos = pictures.sizes.map { Photo(id: …, owner: …, renditions: $0) }
/// page.skip(pictures.icons)
/// ```
///
/// In the text,
/// - a picture that an image links to is the original, and the image is a smaller size of it;
/// - of an image in several sizes (`srcset`), the largest is taken;
/// - share buttons, counters, smileys, and images that are shown with an edge of less than 100 pixels are icons:
///   they are counted, and not listed. If the page does not state a size, the host leaves a smaller file out
///   (``Rendition/leastEdge``);
/// - a picture that accompanies the text is not listed again for another size of it in the text.
///
/// A text is read in one pass; neither its length nor its markup needs to be checked before.
public struct ItemPictures: Sendable {
  /// The sizes of each picture, in the order in which they were added.
  public private(set) var sizes: [[Rendition]] = []
  /// The icons in the texts, for ``Page/skip(_:)``.
  public var icons: [SkippedEntry] {
    let icon = SkippedEntry(
      id: "", kind: "icon", reason: "share buttons, counters and other small images are no photos")
    return Array(repeating: icon, count: min(iconCount, JointLimits.photos))
  }

  /// In pixels.
  private static let leastEdge = 100
  private var iconCount = 0
  private var addresses: Set<String> = []

  /// No pictures.
  public init() {}

  /// Adds a picture that accompanies the text. Addresses that are here already are left out.
  /// - Parameter sizes: The sizes of this one picture.
  public mutating func add(_ sizes: [Rendition]) {
    let new = sizes.filter { addresses.insert($0.url).inserted }
    if !new.isEmpty { self.sizes.append(new) }
  }

  /// Adds the pictures of a text in their order.
  /// - Parameters:
  ///   - html: The text; one without markup has no pictures.
  ///   - base: The address to which addresses in the text are relative; nil if they are absolute.
  public mutating func add(html: String, base: String? = nil) {
    let before = sizes.count
    var known: Set<String>?
    var link: String?
    var tags = HTMLTags(in: html)
    while let tag = tags.next() {
      switch tag.name {
      case .linkEnd: link = nil
      case .link:
        link = tag["href"].map { $0.resolved(against: base) }
        if tags.rest.starts(with: ">[link]".utf8), let link, link.isPictureAddress {
          addPost(link, since: before)
        }
      case .image:
        guard let shown = tag.shownAddress?.resolved(against: base) else { continue }
        let original = link.flatMap { Self.isPicture($0, shownAs: shown) ? $0 : nil }
        guard !shown.isIconAddress, original != nil || !tag.isSmall(below: Self.leastEdge) else {
          iconCount += 1
          continue
        }
        let files = [shown, original].compactMap(\.self)
        guard addresses.isDisjoint(with: files) else { continue }
        let others =
          known ?? Set(sizes.prefix(before).joined().flatMap { PictureFile($0.url).keys })
        known = others
        if others.isEmpty || others.isDisjoint(with: files.flatMap { PictureFile($0).keys }) {
          add(Self.sizes(shown, original, isMeasured: tag.isMeasured))
        }
      }
    }
  }

  /// Reddit's feeds show a thumbnail, and link the picture in another place.
  private mutating func addPost(_ address: String, since before: Int) {
    guard sizes.count == before + 1, let shown = sizes[before].first, sizes[before].count == 1,
      addresses.insert(address).inserted
    else { return add([Rendition(label: "inline", url: address)]) }
    sizes[before] = Self.sizes(shown.url, address, isMeasured: true)
  }

  private static func sizes(
    _ shown: String, _ original: String?, isMeasured: Bool
  ) -> [Rendition] {
    let least = isMeasured || original != nil ? nil : leastEdge
    let shown = Rendition(label: "inline", url: shown, leastEdge: least)
    guard let original else { return [shown] }
    return [
      shown,
      Rendition(label: "linked", url: original, isOriginal: true, fallbacks: [shown.url]),
    ]
  }

  private static func isPicture(_ link: String, shownAs shown: String) -> Bool {
    guard link != shown else { return false }
    if link.isPictureAddress { return true }
    let (file, other) = (PictureFile(link), PictureFile(shown))
    return !file.hasEnding && !other.hasEnding && file.path == other.path
  }
}

extension HTMLTag {
  /// The address of the image in its largest size; nil if it is not that of a file. Many pages load images later, and
  /// have a placeholder in `src` until then.
  fileprivate var shownAddress: String? {
    let address = set?.address ?? self["data-src"] ?? self["data-lazy-src"] ?? self["src"]
    guard let address, !["data:", "about:"].contains(where: address.hasPrefix),
      !address.contains("<")
    else { return nil }
    return address
  }

  private var set: SourceSet? { (self["srcset"] ?? self["data-srcset"]).flatMap(SourceSet.init) }

  /// Whether the image's file has an edge below the limit, as far as the tag says.
  fileprivate func isSmall(below least: Int) -> Bool {
    guard edges.contains(where: { $0 < least }) else { return false }
    let density = set?.density(shownWidth: pixels("width")) ?? 1
    return edges.contains { Double($0) * max(1, density) < Double(least) }
  }

  fileprivate var isMeasured: Bool { edges.count == 2 }

  private var edges: [Int] { ["width", "height"].compactMap(pixels) }

  /// `640` or `640px`.
  private func pixels(_ edge: String) -> Int? {
    guard let value = self[edge] else { return nil }
    return Int(value.hasSuffix("px") ? value.dropLast(2) : value[...])
  }
}
