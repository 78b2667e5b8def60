/// A feed at `/services/feeds/`, which needs no key: the newest photos of everybody, of an account, with
/// tags, of a group, an album or among favorites, as Atom or, with `format=rss2`, as RSS 2.0. There are
/// no pages.
struct PublicFeed {
  /// Flickr's number of entries.
  static let length = 20

  let photos: [Photo]
  /// The address of the server as the client sees it.
  let site: String
  private let isRSS: Bool

  /// Nil if there is no such feed.
  /// - Parameter name: `photos_public`.
  init?(_ name: String, of world: World, _ arguments: [String: String], site: String) {
    guard let isShown = FeedSubject.filter(name, arguments) else { return nil }
    let listed = world.photos.lazy.filter { !world.isHidden($0) && isShown($0) }
    photos = Array(listed.prefix(PublicFeed.length))
    isRSS = ["rss2", "rss_200", "rss_200_enc"].contains(arguments["format"] ?? "atom")
    self.site = site
  }

  var response: Response {
    var bytes = Array("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n".utf8)
    (isRSS ? rss : atom).appendXML(to: &bytes)
    let type = isRSS ? "application/rss+xml" : "application/atom+xml"
    return Response(
      status: 200, headers: [("Content-Type", "\(type); charset=utf-8")], body: .bytes(bytes))
  }

  /// The largest size of at most 1024 pixels, or a smaller original.
  func picture(of photo: Photo) -> Rendition? {
    photo.rendition(.large) ?? photo.rendition(.original) ?? photo.renditions.last
  }

  func page(of photo: Photo) -> String { "\(site)/photos/\(photo.owner.pathName)/\(photo.id)/" }
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
}

extension Element {
  init(_ name: String, attributes: [(String, String)], text: String? = nil) {
    self.init(
      name, attributes.map { .attribute($0, .text($1)) } + (text.map { [.text($0)] } ?? []))
  }
}
