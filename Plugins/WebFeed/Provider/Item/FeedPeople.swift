/// Who made an item, or a feed.
struct FeedPeople {
  private let element: XMLElement

  init(of element: XMLElement) { self.element = element }

  /// The name, for people.
  var name: String? {
    credit ?? element.text(.dublinCore, "creator") ?? author?.text(.atom, "name") ?? rssAuthor
  }

  /// Flickr's permanent id of the account, where the feed tells it: a nickname may change.
  var account: String? {
    guard let author else { return nil }
    let places = [
      author.text(.flickr, "nsid"), author["profile"], author.text(.atom, "uri"),
      author["buddyicon"], author.text(.flickr, "buddyicon"),
    ]
    return places.lazy.compactMap { $0.flatMap(FeedPeople.account) }.first
  }

  private var author: XMLElement? { element[.atom, "author"] ?? element[.rss, "author"] }

  /// The first credit that names who took the picture.
  private var credit: String? {
    let credits =
      element.all(.media, "credit")
      + element.all(.media, "content").flatMap { $0.all(.media, "credit") }
      + element.all(.media, "group").flatMap { $0.all(.media, "credit") }
    let makers: Set = ["photographer", "author", "artist", "creator", "owner"]
    return credits.lazy.filter { makers.contains($0["role"]?.lowercased() ?? "author") }
      .compactMap(\.text.trimmed).first
  }

  /// `ada@example.org (Ada)`, of which an address alone is no name.
  private var rssAuthor: String? {
    guard let text = element.text(.rss, "author") else { return nil }
    guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close
    else { return text.contains("@") ? nil : text }
    return String(text[text.index(after: open)..<close]).trimmingQuotes.trimmed
  }

  /// The account in an address of Flickr's: digits, `@N` and digits.
  private static func account(in text: String) -> String? {
    let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "@")) }
    return words.map(String.init).first { word in
      let halves = word.split(separator: "@", omittingEmptySubsequences: false)
      guard halves.count == 2, halves[1].first == "N", word.utf8.count <= 40 else { return false }
      return [halves[0], halves[1].dropFirst()].allSatisfy { digits in
        !digits.isEmpty && digits.allSatisfy { ("0"..."9").contains($0) }
      }
    }
  }
}

extension String {
  fileprivate var trimmingQuotes: String {
    guard count >= 2, first == "\"", last == "\"" else { return self }
    return String(dropFirst().dropLast())
  }
}
