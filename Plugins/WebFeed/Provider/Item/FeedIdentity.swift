import ProviderKit

/// Which photo an item of a feed is: its id, and the site whose id that is.
///
/// A feed may name any item as it likes, also as another site's. So an absolute id stands by itself only
/// if it names the site that the feed was fetched from; any other gets the feed's host before it.
struct FeedIdentity: Hashable {
  let id: String
  /// Nil if the id means nothing beyond feeds.
  let site: String?

  /// Flickr, as a site.
  static let flickr = "flickr.com"

  /// - Parameters:
  ///   - name: what the feed calls the item, or else the address of its page.
  ///   - address: where the feed was fetched from.
  init(_ name: String, in address: FeedAddress) {
    if let own = address.site, let number = Self.flickrNumber(in: name) {
      (id, site) = (number, own)
    } else {
      (id, site) = (Photo.id(of: name, inFeedAt: address.feed), nil)
    }
  }

  /// Flickr's tags (RFC 4151) differ in their year between its RSS and its Atom, and between an
  /// account's feed and a group's: its photos have their numbers.
  private static func flickrNumber(in name: String) -> String? {
    let tag = /tag:flickr\.com,[0-9]+:\/(?:grouppool\/[^\/]+\/)?photo\/([0-9]{1,20})/
    return name.wholeMatch(of: tag).map { String($0.1) }
  }
}
