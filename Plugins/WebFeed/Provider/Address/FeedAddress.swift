import Foundation
import ProviderKit

/// The address of a feed or one of its pages: absolute, `http` or `https`, without a fragment.
/// Addresses of the same request are equal.
struct FeedAddress: Equatable {
  let text: String
  /// The address of the feed itself, also if a later page is elsewhere: its host is the site.
  private(set) var feed: String
  private(set) var host: String
  private(set) var site: String?
  /// The address that answered, to which references in the feed are relative (RFC 3986, section 5.1.3).
  private(set) var base: String
  private let parts: URLComponents

  init?(_ text: String) {
    guard let parts = URLComponents(string: text) else { return nil }
    self.init(text, parts)
  }

  /// The address of the requested page; nil if it is invalid.
  /// - Parameter answered: The address that answered after redirects, without its query; nil if it is unknown.
  init?(of query: PageQuery, answered: String? = nil) {
    let text = query.cursor ?? query.selector
    guard var parts = URLComponents(string: text) else { return nil }
    if query.cursor == nil, !query.parameters.isEmpty {
      parts.queryItems = query.parameters.map { URLQueryItem(name: $0, value: $1) }
    }
    self.init(text, parts)
    if let answered, answered != text.prefix(while: { $0 != "?" }) { base = answered }
    guard let first = URLComponents(string: query.selector)?.host else { return }
    (feed, host) = (query.selector, first.lowercased())
    site = Photo.site(of: feed)
  }

  /// ProviderKit's rule for addresses, which the host applies to cursors and requests.
  private init?(_ text: String, _ parts: URLComponents) {
    guard text.isWebAddress, let host = parts.host, !host.isEmpty, parts.fragment == nil else {
      return nil
    }
    self.text = text
    (feed, base) = (text, text)
    self.host = host.lowercased()
    site = Photo.site(of: text)
    self.parts = parts
  }

  /// Whether the address alone identifies a feed: by its extension, or as one of Flickr's.
  var isUnmistakable: Bool {
    let path = parts.path.lowercased()
    return path.hasSuffix(".rss") || path.hasSuffix(".atom")
      || path.hasPrefix("/services/feeds/") && path.hasSuffix(".gne")
  }

  /// Resolves a reference in the feed.
  /// - Parameter base: the base address; nil for the feed.
  func resolving(_ reference: String, from base: String?) -> String {
    reference.resolved(against: base ?? self.base)
  }

  static func == (left: FeedAddress, right: FeedAddress) -> Bool { left.asked == right.asked }

  /// The request, regardless of the order of query parameters.
  private var asked: [String] {
    let query = (parts.queryItems ?? []).map { "\($0.name)=\($0.value ?? "")" }.sorted()
    let path = parts.path.isEmpty ? "/" : parts.path
    return [parts.scheme, parts.host].map { $0?.lowercased() ?? "" } + ["\(parts.port ?? 0)", path]
      + query
  }
}
