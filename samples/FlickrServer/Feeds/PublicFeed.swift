/// A feed at `/services/feeds/`, which needs no key: the newest photos of everybody, of an account, with
/// tags, of a group, an album or among favorites, as Atom or, with `format=rss2`, as RSS 2.0. There are
/// no pages.
struct PublicFeed {
  /// Flickr's number of entries.
  private static let length = 20

  let photos: [Photo]
  /// The address of the server as the client sees it.
  let site: String
  private let isRSS: Bool

  /// Nil if there is no such feed.
  /// - Parameter name: `photos_public`.
  init?(_ name: String, of world: World, _ arguments: [String: String], site: String) {
    guard let isShown = PublicFeed.filter(name, arguments) else { return nil }
    let listed = world.photos.lazy.filter { !world.isHidden($0, from: nil) && isShown($0) }
    photos = Array(listed.prefix(PublicFeed.length))
    isRSS = ["rss2", "rss_200", "rss_200_enc"].contains(arguments["format"] ?? "atom")
    self.site = site
  }

  var response: Response {
    .text(
      200, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n" + (isRSS ? rss : atom),
      type: "application/\(isRSS ? "rss" : "atom")+xml; charset=utf-8")
  }

  /// The photos that a feed shows (https://www.flickr.com/services/feeds/); nil if there is no such feed, account,
  /// group or album.
  private static func filter(
    _ feed: String, _ arguments: [String: String]
  ) -> ((Photo) -> Bool)? {
    let account = arguments["nsid"] ?? arguments["id"]
    let user = Photographer.named(account)
    switch feed {
    case "photos_public":
      guard account == nil || user != nil else { return nil }
      let tags = (arguments["tags"] ?? "").split(separator: ",").map(String.init)
      let needsAll = arguments["tagmode"] != "any"
      return { photo in
        let found = tags.filter(photo.tags.contains)
        return (account == nil || photo.owner.nsid == account)
          && (tags.isEmpty || (needsAll ? found.count == tags.count : !found.isEmpty))
      }
    case "photos_faves": return user.map { user in { user.hasFavorite($0) } }
    case "groups_pool":
      return Group.all.first { $0.nsid == arguments["id"] }.map { group in { group.contains($0) } }
    case "photoset":
      guard let album = Album.named(arguments["set"]), album.owner.nsid == account else {
        return nil
      }
      return { album.contains($0) }
    default: return nil
    }
  }
}

extension Photo {
  /// As in Flickr's feeds: local time with a meaningless zone.
  var takenInFeeds: String { taken.text.replacing(" ", with: "T") + "-08:00" }

  /// The terms of a Creative Commons licence; nil for the others, which feeds do not mention.
  var commonsTerms: String? {
    let terms = ["by-nc-sa", "by-nc", "by-nc-nd", "by", "by-sa", "by-nd"]
    guard (1...6).contains(licence) else { return nil }
    return "http://creativecommons.org/licenses/\(terms[licence - 1])/2.0/deed.en"
  }

  /// What a feed and oEmbed show: the largest size of at most 1024 pixels, or a smaller original.
  var shown: Rendition? { rendition(.large) ?? rendition(.original) ?? renditions.last }
}
