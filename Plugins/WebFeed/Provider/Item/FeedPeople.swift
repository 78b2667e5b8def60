import ProviderKit

/// The identity of an item: its id, and the site that issued the id.
///
/// A feed may contain any id, also one of another site. So an absolute id is kept only if it names
/// the site from which the feed was fetched; any other is prefixed with the feed's host.
struct FeedIdentity: Hashable {
  let id: String
  /// Nil if the id is meaningless outside of feeds.
  let site: String?

  /// Flickr's site.
  static let flickr = "flickr.com"

  /// - Parameters:
  ///   - name: the item's id, or the address of its page.
  ///   - address: the address of the feed.
  init(_ name: String, in address: FeedAddress) {
    if let own = address.site, let number = Self.flickrNumber(in: name) {
      (id, site) = (number, own)
    } else {
      (id, site) = (Photo.id(of: name, inFeedAt: address.feed), nil)
    }
  }

  /// Flickr's tag URIs (RFC 4151) differ in their year between RSS and Atom, and between an
  /// account's feed and a group's: the photo's number is used instead.
  private static func flickrNumber(in name: String) -> String? {
    let tag = /tag:flickr\.com,[0-9]+:\/(?:grouppool\/[^\/]+\/)?photo\/([0-9]{1,20})/
    return name.wholeMatch(of: tag).map { String($0.1) }
  }
}

/// The author of an item or a feed.
struct FeedPeople {
  private let element: XMLElement

  init(of element: XMLElement) { self.element = element }

  /// The name, for people.
  var name: String? {
    credit ?? element.text(.dublinCore, "creator") ?? author?.text(.atom, "name")
      ?? author?.text(.rss, "name") ?? rssAuthor ?? element.text(.itunes, "author")
  }

  /// Flickr's permanent account id, if the feed has it: a nickname may change.
  var account: String? {
    guard let author else { return nil }
    let places = [
      author.text(.flickr, "nsid"), author["profile"], author.text(.atom, "uri"),
      author["buddyicon"], author.text(.flickr, "buddyicon"),
    ]
    return places.lazy.compactMap { $0.flatMap(FeedPeople.account) }.first
  }

  private var author: XMLElement? { element[.atom, "author"] ?? element[.rss, "author"] }

  /// The first credit of a photographer.
  private var credit: String? {
    let credits =
      element.all(.media, "credit")
      + element.all(.media, "content").flatMap { $0.all(.media, "credit") }
      + element.all(.media, "group").flatMap { $0.all(.media, "credit") }
    let makers: Set = ["photographer", "author", "artist", "creator", "owner"]
    return credits.lazy.filter { makers.contains($0["role"]?.lowercased() ?? "author") }
      .compactMap(\.text.trimmed).first
  }

  /// `ada@example.org (Ada)`; a mail address alone is no name.
  private var rssAuthor: String? {
    guard let text = element.text(.rss, "author") else { return nil }
    guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close
    else { return text.contains("@") ? nil : text }
    return String(text[text.index(after: open)..<close]).trimmingQuotes.trimmed
  }

  /// The NSID in an address of Flickr: digits, `@N` and digits.
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
