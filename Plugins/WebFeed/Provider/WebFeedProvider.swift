import ProviderKit

/// The images of an RSS or Atom feed: `feed:` and its address.
///
/// Supports RSS 2.0 (https://www.rssboard.org/rss-specification) and its predecessors, Media RSS
/// (https://www.rssboard.org/media-rss), Atom (RFC 4287 and 0.3), and paged feeds (RFC 5005).
package struct WebFeedProvider: PhotoProvider {
  package let manifest = Manifest.webFeed

  /// A provider without state.
  package init() {}

  package func selector(claiming address: String) -> String? {
    guard let feed = FeedAddress(address), feed.isUnmistakable else { return nil }
    return address
  }

  /// The first page is at the feed's address, the others at the addresses in the previous page.
  package func pageRequest(for query: PageQuery) throws -> RequestDescription {
    let address = query.cursor ?? query.selector
    guard FeedAddress(address) != nil else { throw WebFeedProvider.unfit(address) }
    guard query.cursor == nil else { return RequestDescription(url: address) }
    let parameters = query.parameters.sorted { $0.key < $1.key }
    return RequestDescription(url: address, parameters: parameters.map { .init($0, $1) })
  }

  package func page(from answer: Answer, for query: PageQuery) throws -> Page {
    guard (200...299).contains(answer.status) else {
      throw ProviderFailure(
        .source,
        "the feed at \(query.cursor ?? query.selector) answers with HTTP status \(answer.status)",
        code: answer.status)
    }
    guard let address = FeedAddress(of: query, answered: answer.url) else {
      throw WebFeedProvider.unfit(query.selector)
    }
    let document: FeedDocument
    do throws(ProviderFailure) {
      document = try FeedDocument(answer.body, at: address)
    } catch {
      throw FeedLinks(in: answer.body, at: address.base).failure(insteadOf: error)
    }
    var page = document.listing.page(of: document.root)
    // A feed shows its newest entries: an older one is only no longer in it.
    page.extent = .window
    page.notes += document.notes
    if let fault = document.fault { page.refused.append(fault) }
    if query.cursor == nil, let lack = document.listing.lack { page.refused.append(lack) }
    return page
  }

  /// One call for each photo, so that it is made only where it was asked for.
  package func detailsRequest(for query: PhotoQuery) throws -> RequestDescription {
    try OEmbed.request(about: query.photo, service: query.settings["oembed"])
  }

  package func details(from answer: Answer, for query: PhotoQuery) throws -> PhotoDetails {
    PhotoDetails(info: try OEmbed.info(in: answer))
  }

  private static func unfit(_ address: String) -> ProviderFailure {
    ProviderFailure(
      .source, "\"\(address)\" is not the address of a feed",
      hint: "write feed: followed by an http or https address without a fragment")
  }
}

extension Manifest {
  static let webFeed = Manifest(
    name: "feed",
    version: "0.1.0",
    summary: "the images of any RSS or Atom feed; no key is needed",
    sources: [
      Source(usage: "https://example.org/photos.rss", summary: "the feed at this address")
    ],
    settings: [
      Setting(
        name: "oembed",
        summary: "address of the oEmbed service that --with info asks about the pages of photos "
          + "(without one, Flickr's for its pages)")
    ],
    addresses: [
      "https://example.org/photos.rss", "https://example.org/photos.atom",
      "https://www.flickr.com/services/feeds/photos_public.gne?id=NSID",
    ],
    // As much as Flickr allows a key.
    requestsPerHour: 3600,
    details: [.info])
}
