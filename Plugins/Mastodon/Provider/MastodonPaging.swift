import ProviderKit

/// What follows a page of posts (https://docs.joinmastodon.org/api/guidelines/#pagination). Servers that page by
/// `max_id` alone, such as Pixelfed, have no header Link: their listings end with an empty page.
enum MastodonPaging {
  /// - Parameters:
  ///   - link: The header Link; nil if there is none.
  ///   - cursor: That of the page.
  ///   - limit: Posts that were asked for.
  static func step(
    after posts: [JSONValue], link: String?, cursor: String?, limit: Int
  ) -> ListingStep {
    guard let last = posts.last else { return .end }
    // Some servers list the post of max_id itself.
    if let cursor, posts.count == 1, limit > 1, last.name == cursor { return .end }
    let links = WebLinks(link ?? "")
    if let next = links.target("next"), let name = parameter("max_id", of: next) {
      return .next(name)
    }
    // A server with such links leaves the next one out behind the last page, which is not a full one.
    if links.arePaging, links.target("next") == nil, posts.count < limit { return .end }
    guard let name = posts.last(where: { $0.name != nil })?.name else {
      return .lost("the posts of a page have no ids, by which the next page is asked for")
    }
    return .next(name)
  }

  private static func parameter(_ name: String, of address: Substring) -> String? {
    let query = address.drop { $0 != "?" }.dropFirst().prefix { $0 != "#" }
    for pair in query.split(separator: "&") where pair.hasPrefix(name + "=") {
      let value = pair.dropFirst(name.utf8.count + 1)
      return !value.isEmpty && value.allSatisfy(\.isLetterOrDigit) ? String(value) : nil
    }
    return nil
  }
}

extension JSONValue {
  /// The id of a post, if it can be a cursor.
  fileprivate var name: String? {
    self["id"].string.flatMap {
      $0.isName() && $0.allSatisfy(\.isLetterOrDigit) ? $0 : nil
    }
  }
}

/// The links of a header Link (RFC 8288, section 3).
struct WebLinks {
  private var links: [(relations: [Substring], target: Substring)] = []

  init(_ header: String) {
    for link in header.matches(of: /<([^>]*)>([^<]*)/) {
      let relation = link.2.firstMatch(of: /(?i);\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/)
      let words = (relation?.1 ?? relation?.2 ?? "").split(separator: " ")
      links.append((words.map { $0.lowercased()[...] }, link.1))
    }
  }

  /// The target of the first link of this relation.
  func target(_ relation: Substring) -> Substring? {
    links.first { $0.relations.contains(relation) }?.target
  }

  /// Whether they lead through a listing, unlike those to style sheets and licences.
  var arePaging: Bool {
    ["next", "prev", "previous", "first", "last"].contains { target($0) != nil }
  }
}
