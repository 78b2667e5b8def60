/// The pictures within an item's text, which is all that many blogs give.
enum InlinePictures {
  /// Pixels. What says that it is smaller is a sign, a portrait or a counter of visits.
  private static let leastEdge = 100

  /// Addresses, of the first text that has any.
  static func of(_ item: XMLElement, at feed: FeedAddress) -> [String] {
    let texts = [
      item[.content, "encoded"], item[.atom, "content"], item[.rss, "description"],
      item[.atom, "summary"],
    ]
    return texts.lazy.compactMap { $0.map { addresses(in: $0, at: feed) } }.first { !$0.isEmpty }
      ?? []
  }

  private static func addresses(in text: XMLElement, at feed: FeedAddress) -> [String] {
    let marked = text.all(.xhtml, "img").compactMap { image in
      address { image[$0] }.map { feed.resolving($0, from: image.base) }
    }
    let html = text.isHTML(unlessSaid: true) ? text.text : ""
    let tags = HTMLTag.all("img", in: html).compactMap { image in address { image[$0] } }
    return marked + tags.map { feed.resolving($0, from: text.base) }
  }

  private static func address(of attribute: (String) -> String?) -> String? {
    let edges = ["width", "height"].compactMap { attribute($0).flatMap { Int($0) } }
    let largest = attribute("srcset").flatMap(SourceSet.largest)
    guard edges.allSatisfy({ $0 >= leastEdge }), let address = largest ?? attribute("src"),
      !["data:", "about:"].contains(where: address.hasPrefix),
      !address.contains("<"), !address.contains("/emoji/"), !address.isAvatarAddress
    else { return nil }
    return address
  }
}
