/// The vocabularies that feeds speak, whatever prefix they are given.
enum Namespace {
  case rss, rdf, atom, media, dublinCore, content, creativeCommons, flickr, geo, georss, xhtml
  case other

  /// - Parameter address: the namespace's name, with or without the mark that it ends in: feeds differ.
  init(_ address: Substring) {
    var address = address.hasPrefix("https://") ? "http://" + address.dropFirst(8) : address
    while address.last == "/" || address.last == "#" { address.removeLast() }
    self = Namespace.known[String(address)] ?? .other
  }

  /// The namespaces of the prefixes that feeds give them, also without a declaration.
  static let customary = [
    "atom": "http://www.w3.org/2005/Atom", "cc": "http://creativecommons.org/ns",
    "content": "http://purl.org/rss/1.0/modules/content",
    "creativeCommons": "http://backend.userland.com/creativeCommonsRssModule",
    "dc": "http://purl.org/dc/elements/1.1", "flickr": "urn:flickr:user",
    "geo": "http://www.w3.org/2003/01/geo/wgs84_pos", "georss": "http://www.georss.org/georss",
    "media": "http://search.yahoo.com/mrss", "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns",
  ]

  private static let known: [String: Namespace] = [
    "": .rss, "http://purl.org/rss/1.0": .rss, "http://my.netscape.com/rdf/simple/0.9": .rss,
    "http://backend.userland.com/rss2": .rss,
    "http://my.netscape.com/publish/formats/rss-0.91.dtd": .rss,
    "http://channel.netscape.com/rdf/simple/0.9": .rss, "http://purl.org/net/rss1.1": .rss,
    "http://www.w3.org/1999/02/22-rdf-syntax-ns": .rdf,
    "http://www.w3.org/2005/Atom": .atom, "http://purl.org/atom/ns": .atom,
    "http://search.yahoo.com/mrss": .media, "http://video.search.yahoo.com/mrss": .media,
    "http://www.rssboard.org/media-rss": .media,
    "http://purl.org/dc/elements/1.1": .dublinCore,
    "http://purl.org/rss/1.0/modules/content": .content,
    "http://backend.userland.com/creativeCommonsRssModule": .creativeCommons,
    "http://cyber.law.harvard.edu/rss/creativeCommonsRssModule.html": .creativeCommons,
    "http://web.resource.org/cc": .creativeCommons,
    "http://creativecommons.org/ns": .creativeCommons,
    "urn:flickr:user": .flickr, "urn:flickr:": .flickr, "urn:flickr": .flickr,
    "http://www.w3.org/2003/01/geo/wgs84_pos": .geo,
    "http://www.georss.org/georss": .georss,
    "http://www.w3.org/1999/xhtml": .xhtml,
  ]
}
