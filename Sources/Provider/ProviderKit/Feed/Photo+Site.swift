import FoundationEssentials

extension Photo {
  /// The site that a web address belongs to: its host in lower case, without a leading `www.` or `api.`,
  /// and without the port. `https://api.flickr.com/services/rest/` belongs to `flickr.com`.
  ///
  /// A provider passes the address that it asks, never one that an answer states: an answer may name
  /// any site.
  /// - Returns: nil if the address is not an `http` or `https` address.
  public static func site(of address: String) -> String? {
    guard address.isWebAddress, let host = URLComponents(string: address)?.host?.lowercased() else {
      return nil
    }
    let site = ["www.", "api."].first(where: host.hasPrefix).map { host.dropFirst($0.count) }
    return site.map(String.init) ?? (host.isEmpty ? nil : host)
  }

  /// A unique id for an item of a feed: an absolute address of the feed's own site is kept,
  /// anything else is prefixed with the feed's host, so that no feed can use another's ids. An id
  /// that is too long is cut and ends with a digest.
  /// - Parameters:
  ///   - item: the item's name in the feed: its guid, its id, or the address of its page.
  ///   - feed: the address of the feed.
  public static func id(of item: String, inFeedAt feed: String) -> String {
    let named = site(named: item)
    let isOwn = named != nil && named == site(of: feed)
    let host = URLComponents(string: feed)?.host?.lowercased() ?? ""
    let id = (isOwn ? item : "\(host)/\(item)").cleaned(to: .max)
    guard id.utf8.count > longestID else { return id }
    return id.cut(to: longestID - 20) + "~" + fingerprint(of: id.utf8)
  }

  /// In bytes, with room for the number of an image.
  private static let longestID = JointLimits.name - 20

  /// The site that an absolute id names: `example.org` for `https://example.org/1` and for
  /// `tag:example.org,2005:1` (RFC 4151).
  private static func site(named name: String) -> String? {
    guard let tag = name.prefixMatch(of: /tag:(?:[^,@\/]*@)?([^,@\/]+),/) else {
      return site(of: name)
    }
    return site(of: "https://\(tag.1)/")
  }
}
