import ProviderKit

/// The images of an item with their renditions.
///
/// Lengths in feeds are often wrong and are not passed on, because a host verifies promises.
/// Dimensions are passed on only if the choice of a size depends on them.
struct FeedPictures {
  private let item: XMLElement
  private let address: FeedAddress

  init(of item: XMLElement, at address: FeedAddress) {
    self.item = item
    self.address = address
  }

  /// The media, otherwise the enclosures; then those within the texts, because many blogs have only a cover
  /// beside the text; and thumbnails only if there is nothing else.
  var found: ItemPictures {
    var found = ItemPictures()
    for sizes in media { found.add(sizes) }
    let enclosures = enclosures
    if found.sizes.isEmpty {
      for case (let url, true) in enclosures {
        found.add([Rendition(label: "enclosure", url: url)])
      }
    }
    let contents = contents(of: item) + groups.flatMap(contents)
    // Flickr's feeds have the photo itself, and show a smaller size of it in the text.
    guard address.site != FeedIdentity.flickr || contents.isEmpty && enclosures.isEmpty else {
      return found
    }
    for text in texts where text.isHTML(unlessSaid: true) {
      found.add(html: text.text, base: text.base ?? address.base)
    }
    if found.sizes.isEmpty, !contents.contains(where: \.isVideoOrSound) {
      found.add(renditions(of: ([item] + groups).flatMap { $0.all(.media, "thumbnail") }))
      if let image = item[.rss, "image"]?[.rss, "url"], let url = image.text.trimmed {
        found.add([Rendition(label: "image", url: address.resolving(url, from: image.base))])
      }
    }
    return found
  }

  /// The texts that may have images, the longest kind first: its first image is the item's.
  private var texts: [XMLElement] {
    [
      item[.content, "encoded"], item[.atom, "content"], item.holdsXHTML ? item : nil,
      item[.rss, "description"], item[.atom, "summary"],
    ].compactMap(\.self)
  }

  /// The images among the item's media in their order. Media in a group are sizes of one image, and so are those
  /// outside whose addresses differ in the size only.
  private var media: [[Rendition]] {
    var images: [[XMLElement]] = []
    var places: [String: Int] = [:]
    for piece in item.children {
      if piece.isNamed(.media, "group") {
        let sizes = contents(of: piece).filter(\.isPicture)
        images += sizes.areSizes ? [sizes] : sizes.map { [$0] }
      } else if piece.isNamed(.media, "content"), piece.isPicture {
        let file = PictureFile(address.resolving(piece.reference ?? "", from: piece.base)).identity
        if let place = places[file] {
          images[place].append(piece)
        } else {
          places[file] = images.count
          images.append([piece])
        }
      }
    }
    return images.map(renditions)
  }

  private var groups: [XMLElement] { item.all(.media, "group") }

  private func contents(of element: XMLElement) -> [XMLElement] { element.all(.media, "content") }

  private var enclosures: [(url: String, isPicture: Bool)] {
    let rss = item.all(.rss, "enclosure").map { ($0, $0["url"]) }
    let atom = item.all(.atom, "link").filter { $0["rel"] == "enclosure" }.map { ($0, $0["href"]) }
    return (rss + atom).compactMap { element, reference in
      let url = reference.map { address.resolving($0, from: element.base) }
      return url.map { ($0, element.enclosesPicture(at: $0)) }
    }
  }

  private func renditions(of media: [XMLElement]) -> [Rendition] {
    let media = media.filter { $0.reference != nil }
    let choice = media.count > 1
    let isMeasured = media.allSatisfy { $0.pixels("width") != nil && $0.pixels("height") != nil }
    let best = choice && !isMeasured ? media.firstIndex(of: \.weight) : nil
    return media.enumerated().map { index, element in
      let (width, height) = (element.pixels("width"), element.pixels("height"))
      return Rendition(
        label: element.label, url: address.resolving(element.reference ?? "", from: element.base),
        width: choice ? width : nil, height: choice ? height : nil, digest: element.digest,
        isOriginal: index == best)
    }
  }
}

extension [XMLElement] {
  /// Whether no two of them have the same pixels, which sizes of one image do not have.
  fileprivate var areSizes: Bool {
    let pixels = compactMap { element in
      element.pixels("width").flatMap { width in element.pixels("height").map { [width, $0] } }
    }
    return Set(pixels).count == pixels.count
  }

  /// Index of the first element with the largest weight.
  fileprivate func firstIndex(of weight: (XMLElement) -> (Int, Int, Int)) -> Int? {
    indices.max { one, other in
      let (left, right) = (weight(self[one]), weight(self[other]))
      return (left.0, left.1, left.2, other) < (right.0, right.1, right.2, one)
    }
  }
}
