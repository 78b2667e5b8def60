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
/// - of an image in several sizes (`srcset`, `picture`), the largest is taken;
/// - share buttons, counters, formulas, smileys, and images that are shown with an edge of less than 100 pixels are
///   icons: they are counted, and not listed. If the page does not state a size, the host leaves a smaller file out
///   (``Rendition/leastEdge``);
/// - another size of a picture that is here already is a size of that one if it is larger, and left out otherwise.
///
/// A text is read in one pass; neither its length nor its markup needs to be checked before.
public struct ItemPictures: Sendable {
  /// The sizes of each picture, in the order in which they were added.
  public private(set) var sizes: [[Rendition]] = []
  /// The icons in the texts, for ``Page/skip(_:)``.
  public var icons: [SkippedEntry] {
    Array(repeating: .icon, count: min(iconCount, JointLimits.photos))
  }

  /// In pixels.
  private static let leastEdge = 100
  private var iconCount = 0
  private var addresses: Set<String> = []
  /// The pictures that are here, by what their addresses have in common with those of other sizes.
  private var known: [String: Int] = [:]
  /// How many pictures are in ``known``: those of an item without a text are never compared.
  private var knownCount = 0
  private struct Largest {
    let edge: Int
    /// Which of the sizes it is.
    let place: Int
    /// Whether it was added because a text shows it.
    let isShown: Bool
  }
  /// The largest sizes of pictures that a text shows again.
  private var largest: [Int: Largest] = [:]

  /// No pictures.
  public init() {}

  /// Adds a picture that accompanies the text. Addresses that are here already are left out, and icons are counted.
  /// - Parameter sizes: The sizes of this one picture.
  public mutating func add(_ sizes: [Rendition]) {
    guard let first = sizes.first, !IconRules.isIcon(first.url) else {
      iconCount += sizes.isEmpty ? 0 : 1
      return
    }
    var new: [Rendition] = []
    for var size in sizes {
      size.url = size.url.withoutFragment
      if addresses.insert(size.url).inserted { new.append(size) }
    }
    guard !new.isEmpty else { return }
    self.sizes.append(new)
  }

  /// Adds the pictures of a text in their order.
  /// - Parameters:
  ///   - html: The text; one without markup has no pictures.
  ///   - base: The address to which addresses in the text are relative; nil if they are absolute.
  public mutating func add(html: String, base: String? = nil) {
    let before = sizes.count
    var link: String?
    var sources: [HTMLTag] = []
    var tags = HTMLTags(in: html)
    while let tag = tags.next() {
      switch tag.name {
      case .anchorEnd: link = nil
      case .anchor:
        link = tag["href"].map { $0.resolved(against: base) }
        if tags.rest.starts(with: ">[link]".utf8), let link, link.isPictureAddress {
          addPost(link, since: before)
        }
      case .picture, .pictureEnd: sources = []
      case .link, .base: break
      case .source: if sources.count < Self.mostSources { sources.append(tag) }
      case .image:
        if let image = ShownImage(tag, sources: sources, below: Self.leastEdge) {
          add(image, at: image.reference.resolved(against: base), linking: link, since: before)
        }
        sources = []
      }
    }
  }

  /// More in one `picture` are not read.
  private static let mostSources = 16

  private mutating func add(
    _ image: ShownImage, at address: String, linking link: String?, since before: Int
  ) {
    let shown = address.withoutFragment
    let original = link?.withoutFragment
    let linked = original.flatMap { Self.isPicture($0, shownAs: shown) ? $0 : nil }
    guard !image.isIcon, !IconRules.isIcon(shown), linked != nil || !image.isSmall else {
      iconCount += 1
      return
    }
    let files = [shown, linked].compactMap(\.self)
    guard addresses.isDisjoint(with: files) else { return }
    let new = Self.sizes(shown, linked, image)
    let names = files.map { PictureFile($0) }
    guard let index = index(of: names, since: before) else {
      note(names, at: sizes.count)
      add(new)
      knownCount = sizes.count
      return
    }
    for address in files { addresses.insert(address) }
    if let best = new.last { grow(index, by: best, edge: max(best.edge, image.width ?? 0)) }
  }

  /// Gives a picture another size, if it is larger than all that the picture has: the one to fetch. Of those that a text
  /// shows only the largest is kept.
  private mutating func grow(_ index: Int, by best: Rendition, edge: Int) {
    let edges = largest[index] == nil ? sizes[index].map(\.edge) : []
    let place = edges.indices.max { edges[$0] < edges[$1] } ?? 0
    let old = largest[index] ?? Largest(edge: edges[place], place: place, isShown: false)
    defer { largest[index] = largest[index] ?? old }
    guard edge > old.edge else { return }
    var best = best
    (best.isOriginal, best.fallbacks) = (true, [sizes[index][old.place].url])
    if old.isShown {
      best.fallbacks = sizes[index][old.place].fallbacks
      sizes[index][old.place] = best
      largest[index] = Largest(edge: edge, place: old.place, isShown: true)
    } else {
      for place in sizes[index].indices { sizes[index][place].isOriginal = false }
      sizes[index].append(best)
      largest[index] = Largest(edge: edge, place: sizes[index].count - 1, isShown: true)
    }
  }

  /// The picture of which one of the files is another size; nil for none. A name alone tells that of a picture that
  /// accompanies the text, because a text may have two of the same name.
  private mutating func index(of files: [PictureFile], since before: Int) -> Int? {
    for place in knownCount..<sizes.count {
      note(sizes[place].map { PictureFile($0.url) }, at: place)
    }
    knownCount = sizes.count
    for file in files {
      if let index = known[file.identity] { return index }
      if let index = file.keys.compactMap({ known[$0] }).first, index < before { return index }
    }
    return nil
  }

  private mutating func note(_ files: [PictureFile], at place: Int) {
    for file in files {
      for key in file.keys + [file.identity] where known[key] == nil { known[key] = place }
    }
  }

  /// Reddit's feeds show a thumbnail, and link the picture in another place.
  private mutating func addPost(_ address: String, since before: Int) {
    guard sizes.count == before + 1, let shown = sizes[before].first, sizes[before].count == 1,
      addresses.insert(address).inserted
    else { return add([Rendition(label: "inline", url: address)]) }
    sizes[before] = Self.sizes(shown.url, address, nil)
  }

  private static func sizes(
    _ shown: String, _ original: String?, _ image: ShownImage?
  ) -> [Rendition] {
    let least = image?.isMeasured == false && original == nil ? leastEdge : nil
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

extension Rendition {
  /// The longer edge in pixels, as far as it is known; that of an address which names no size is larger than any.
  fileprivate var edge: Int {
    [width, height].compactMap(\.self).max() ?? PictureFile(url).edge ?? .max
  }
}

extension SkippedEntry {
  /// A picture of a feed that is no photo.
  package static let icon = SkippedEntry(
    id: "", kind: "icon",
    reason: "share buttons, formulas, small images, and images of three or more items are no photos"
  )
}
