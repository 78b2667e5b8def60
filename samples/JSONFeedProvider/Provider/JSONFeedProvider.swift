import Foundation
import ProviderKit

/// The images of a JSON Feed (https://www.jsonfeed.org/version/1.1/): `jsonfeed:` and its address.
public struct JSONFeedProvider: PhotoProvider {
  public let manifest = Manifest(
    name: "jsonfeed",
    version: "0.1.0",
    summary: "the images of any JSON Feed",
    sources: [.init(usage: "https://example.org/feed.json", summary: "the feed at this address")],
    addresses: ["https://example.org/feed.json"],
    sizes: ["Original"])

  /// The provider, without state.
  public init() {}

  public func selector(claiming address: String) -> String? {
    guard let parts = URLComponents(string: address), isWeb(parts) else { return nil }
    return parts.path.hasSuffix("/feed.json") ? address : nil
  }

  /// The first page is at the feed's address, the others at the addresses in the previous page.
  public func pageRequest(for query: PageQuery) throws -> RequestDescription {
    let address = query.cursor ?? query.selector
    guard let parts = URLComponents(string: address), isWeb(parts) else {
      throw ProviderFailure(.source, "\"\(address)\" is not the address of a feed")
    }
    guard query.cursor == nil else { return RequestDescription(url: address) }
    let parameters = query.parameters.sorted { $0.key < $1.key }
    return RequestDescription(url: address, parameters: parameters.map { .init($0, $1) })
  }

  public func page(from answer: Answer, for query: PageQuery) throws -> Page {
    guard (200...299).contains(answer.status) else {
      throw ProviderFailure(
        .source, "the feed answers with HTTP status \(answer.status)", code: answer.status)
    }
    let feed = try JSONValue(parsing: answer.body)
    guard case .array(let items) = feed["items"] else {
      throw ProviderFailure(.malformed, "the answer is not a JSON Feed: it has no items")
    }
    // A feed may drop old items at any time.
    var page = Page(photos: [], extent: .window)
    for (index, item) in items.enumerated() {
      guard let id = item["id"].string, !id.isEmpty else {
        page.refused.append("item \(index + 1) of the feed has no id")
        continue
      }
      let item = JSONFeedItem(id: id, feed: query.selector, item)
      page.photos += item.photos
      page.skip(item.pictures.icons)
    }
    if let next = feed["next_url"].string { page.goOn(at: next, after: query) }
    return page
  }
}

extension Page {
  /// A feed whose next page is the current one has ended.
  fileprivate mutating func goOn(at address: String, after query: PageQuery) {
    guard address != query.cursor ?? query.selector else { return }
    if let parts = URLComponents(string: address), isWeb(parts) {
      next = address
    } else {
      refused.append("invalid next-page address \"\(address)\"")
    }
  }
}

/// Whether an address can be fetched: absolute, `http` or `https`, and without a fragment.
private func isWeb(_ parts: URLComponents) -> Bool {
  ["http", "https"].contains(parts.scheme?.lowercased()) && parts.host?.isEmpty == false
    && parts.fragment == nil
}
