import ProviderKit

/// The tags of an item.
enum FeedTags {
  static func of(_ item: XMLElement) -> [String] {
    let group = item[.media, "group"]
    let media = item.all(.media, "category") + (group?.all(.media, "category") ?? [])
    let keywords = item.text(.media, "keywords") ?? group?.text(.media, "keywords") ?? ""
    let tags =
      media.flatMap(tags) + keywords.split(separator: ",").map(String.init)
      + item.all(.rss, "category").map(\.text) + item.all(.dublinCore, "subject").map(\.text)
      + item.all(.atom, "category").compactMap { $0["label"] ?? $0["term"] }
    var seen: Set<String> = []
    return tags.compactMap { $0.trimmed?.withoutHash }.filter { seen.insert($0).inserted }
  }

  /// Flickr writes all tags into one element; other sites write one category each.
  private static func tags(_ category: XMLElement) -> [String] {
    guard category["scheme"] == "urn:flickr:tags" else {
      return [category["label"] ?? category.text]
    }
    return category.text.split(whereSeparator: \.isWhitespace).map(String.init)
  }
}

extension String {
  /// Nil where nothing is left.
  fileprivate var withoutHash: String? {
    let tag = drop { $0 == "#" }
    return tag.isEmpty ? nil : String(tag)
  }
}

extension License {
  /// The licence of an item or a feed, from its address, its name, or both.
  init?(of element: XMLElement) {
    let media = element[.media, "license"] ?? element[.media, "group"]?[.media, "license"]
    let commons = element[.creativeCommons, "license"]
    let link = element.all(.atom, "link").first { $0["rel"] == "license" }
    let address = commons?["resource"] ?? commons?.text.trimmed ?? media?["href"] ?? link?["href"]
    let name = media?.text.trimmed ?? address.flatMap(License.creativeCommons)
    guard let name = name ?? address else { return nil }
    self.init(name: name, url: address)
  }
}
