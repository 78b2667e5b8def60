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

  /// The media, otherwise the enclosures. Images within the text, and finally thumbnails, only if
  /// the item has neither: thumbnails of a video are no photos.
  var renditions: [[Rendition]] {
    let media = once(item.children.compactMap(media))
    guard media.isEmpty else { return media }
    let enclosed = enclosures.filter(\.isPicture)
    guard enclosed.isEmpty else {
      return once(enclosed.map { [Rendition(label: "enclosure", url: $0.url)] })
    }
    guard enclosures.isEmpty, contents(of: item).isEmpty, groups.flatMap(contents).isEmpty else {
      return []
    }
    let inline = InlinePictures.of(item, at: address).map { [Rendition(label: "inline", url: $0)] }
    guard inline.isEmpty else { return once(inline) }
    let thumbnails = ([item] + groups).flatMap { $0.all(.media, "thumbnail") }
    return once([renditions(of: thumbnails)])
  }

  /// The images of a part of the item: several media in a group are sizes of one image, those
  /// outside are separate images.
  private func media(_ piece: XMLElement) -> [Rendition]? {
    if piece.isNamed(.media, "group") {
      return renditions(of: contents(of: piece).filter(\.isPicture))
    }
    guard piece.isNamed(.media, "content"), piece.isPicture, !piece.isAvatar else { return nil }
    return renditions(of: [piece])
  }

  private var groups: [XMLElement] { item.all(.media, "group") }

  private func contents(of element: XMLElement) -> [XMLElement] {
    element.all(.media, "content").filter { !$0.isAvatar }
  }

  private var enclosures: [(url: String, isPicture: Bool)] {
    let rss = item.all(.rss, "enclosure").map { ($0, $0["url"]) }
    let atom = item.all(.atom, "link").filter { $0["rel"] == "enclosure" }.map { ($0, $0["href"]) }
    return (rss + atom).compactMap { element, reference in
      let url = reference.map { address.resolving($0, from: element.base) }
      return url.map { ($0, element.enclosesPicture(at: $0)) }
    }
  }

  private func renditions(of media: [XMLElement]) -> [Rendition] {
    let media = media.filter { $0["url"] != nil }
    let choice = media.count > 1
    let isMeasured = media.allSatisfy { $0.pixels("width") != nil && $0.pixels("height") != nil }
    let best = choice && !isMeasured ? media.firstIndex(of: { $0.weight }) : nil
    return media.enumerated().map { index, element in
      let (width, height) = (element.pixels("width"), element.pixels("height"))
      return Rendition(
        label: element.label, url: address.resolving(element["url"] ?? "", from: element.base),
        width: choice ? width : nil, height: choice ? height : nil, digest: element.digest,
        isOriginal: index == best)
    }
  }

  /// Each address once: some feeds contain the same image within a group and beside it.
  private func once(_ pictures: [[Rendition]]) -> [[Rendition]] {
    var seen: Set<String> = []
    return pictures.map { $0.filter { seen.insert($0.url).inserted } }.filter { !$0.isEmpty }
  }
}

extension [XMLElement] {
  /// Index of the first element with the largest weight.
  fileprivate func firstIndex(of weight: (XMLElement) -> Int) -> Int? {
    indices.max { (weight(self[$0]), $1) < (weight(self[$1]), $0) }
  }
}
