/// The images within an item's text, which is all that many blogs have.
enum InlinePictures {
  /// In pixels. Smaller images are icons, portraits or tracking pixels.
  private static let leastEdge = 100

  /// The addresses in the first text that has any.
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

/// The `srcset` of an `img`: the same image in several sizes
/// (https://html.spec.whatwg.org/multipage/images.html#srcset-attributes).
enum SourceSet {
  /// The address of the widest or densest candidate; nil if none is larger than `src`.
  static func largest(of text: String) -> String? {
    let sized = candidates(in: text).filter { $0.size > 1 }
    return sized.enumerated().max { ($0.element.size, -$0.offset) < ($1.element.size, -$1.offset) }?
      .element.address
  }

  /// Addresses may contain commas; one at the end of an address ends the candidate.
  private static func candidates(in text: String) -> [(address: String, size: Double)] {
    var (found, rest) = ([(address: String, size: Double)](), text[...])
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "," }
      let word = rest.prefix { !$0.isWhitespace }
      guard !word.isEmpty else { return found }
      rest = rest[word.endIndex...]
      guard word.last != "," else { continue }
      let descriptor = rest.prefix { $0 != "," }
      rest = rest[descriptor.endIndex...]
      found.append((String(word), size(descriptor)))
    }
  }

  /// `1024w` in pixels, `2x` as a pixel density; 0 if it is neither.
  private static func size(_ descriptor: Substring) -> Double {
    let words = descriptor.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, let unit = words[0].last, unit == "w" || unit == "x",
      let size = Double(words[0].dropLast()), size.isFinite
    else { return 0 }
    return size
  }
}
