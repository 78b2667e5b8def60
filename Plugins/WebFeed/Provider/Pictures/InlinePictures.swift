/// The pictures within an item's text, which is all that many blogs give.
enum InlinePictures {
  /// Pixels. What says that it is smaller is a sign, a portrait or a counter of visits.
  private static let leastEdge = 100

  /// Addresses as they are written, of the first text that has any.
  static func of(_ item: XMLElement) -> [String] {
    let texts = [
      item[.content, "encoded"], item[.atom, "content"], item[.rss, "description"],
      item[.atom, "summary"],
    ]
    return texts.lazy.compactMap { $0.map(addresses) }.first { !$0.isEmpty } ?? []
  }

  private static func addresses(in text: XMLElement) -> [String] {
    let marked = text.all(.xhtml, "img").compactMap { image in address { image[$0] } }
    let html = text.isHTML(unlessSaid: true) ? text.text : ""
    return marked + HTMLTag.all("img", in: html).compactMap { image in address { image[$0] } }
  }

  private static func address(of attribute: (String) -> String?) -> String? {
    let edges = ["width", "height"].compactMap { attribute($0).flatMap { Int($0) } }
    let largest = attribute("srcset").flatMap(SourceSet.largest)
    guard edges.allSatisfy({ $0 >= leastEdge }), let address = largest ?? attribute("src"),
      !["data:", "about:"].contains(where: address.hasPrefix),
      !address.contains("/emoji/"), !address.isAvatarAddress
    else { return nil }
    return address
  }
}
