import Foundation
import ProviderKit

/// Where a feed, or a page of it, is: absolute, `http` or `https`, and without a fragment. Two are
/// equal that ask for the same.
struct FeedAddress: Equatable {
  let text: String
  /// Of the feed itself, also where a later page is elsewhere; so its host and its site.
  private(set) var feed: String
  private(set) var host: String
  private(set) var site: String?
  private let parts: URLComponents

  init?(_ text: String) {
    guard let parts = URLComponents(string: text) else { return nil }
    self.init(text, parts)
  }

  /// The address of the page that is asked for; nil where it is none.
  init?(of query: PageQuery) {
    let text = query.cursor ?? query.selector
    guard var parts = URLComponents(string: text) else { return nil }
    if query.cursor == nil, !query.parameters.isEmpty {
      parts.queryItems = query.parameters.map { URLQueryItem(name: $0, value: $1) }
    }
    self.init(text, parts)
    guard let first = URLComponents(string: query.selector)?.host else { return }
    (feed, host) = (query.selector, first.lowercased())
    site = Photo.site(of: feed)
  }

  /// The kit's rule, to which the host holds a cursor and a request.
  private init?(_ text: String, _ parts: URLComponents) {
    guard text.isWebAddress, let host = parts.host, !host.isEmpty, parts.fragment == nil else {
      return nil
    }
    self.text = text
    feed = text
    self.host = host.lowercased()
    site = Photo.site(of: text)
    self.parts = parts
  }

  /// Whether the address alone tells that a feed is there: by its ending, or as one of Flickr's.
  var isUnmistakable: Bool {
    let path = parts.path.lowercased()
    return path.hasSuffix(".rss") || path.hasSuffix(".atom")
      || path.hasPrefix("/services/feeds/") && path.hasSuffix(".gne")
  }

  /// The address that a reference in the feed stands for (RFC 3986, section 5); what is none stays as
  /// it is, and the host names it. Line ends and tabs within it mean nothing
  /// (https://url.spec.whatwg.org/#url-parsing).
  /// - Parameter base: what it is relative to; nil: the feed.
  func resolving(_ reference: String, from base: String?) -> String {
    let reference = reference.trimmingCharacters(in: .whitespacesAndNewlines).filter {
      !$0.isNewline && $0 != "\t"
    }
    let lowered = reference.prefix(8).lowercased()
    guard !lowered.hasPrefix("http://"), !lowered.hasPrefix("https://") else { return reference }
    let resolved = URL(string: reference, relativeTo: URL(string: base ?? text))?.absoluteString
    return reference.isEmpty ? "" : resolved ?? reference
  }

  static func == (left: FeedAddress, right: FeedAddress) -> Bool { left.asked == right.asked }

  /// What a server is asked for: names in the query stand in no order.
  private var asked: [String] {
    let query = (parts.queryItems ?? []).map { "\($0.name)=\($0.value ?? "")" }.sorted()
    let path = parts.path.isEmpty ? "/" : parts.path
    return [parts.scheme, parts.host].map { $0?.lowercased() ?? "" } + ["\(parts.port ?? 0)", path]
      + query
  }
}
