import ProviderKit
import XML

extension FeedReader {
  /// Limit in bytes for a name with its namespace, which expat repeats for each element.
  private static let nameLimit = 1024
  /// Limit in bytes for an attribute; the rest is dropped.
  private static let attributeLimit = 64 << 10

  /// The attributes by their names without namespaces, those of XML by `xml:` and the name.
  /// - Throws: ``ProviderFailure`` with `.malformed` if there are more than the limit for parts of
  ///   an item.
  static func attributes(of tag: XMLTag) throws(ProviderFailure) -> [String: String] {
    try XMLTreeBuilder.check(count: tag.count)
    var read: [String: String] = [:]
    for attribute in tag.attributes {
      let (namespace, local) = try split(attribute.name)
      let value = attribute.value.prefix(attributeLimit)
      if namespace == "http://www.w3.org/XML/1998/namespace" {
        read["xml:" + local] = value
      } else if namespace.isEmpty || read[local] == nil {
        // An attribute without a namespace belongs to the element.
        read[local] = value
      }
    }
    return read
  }

  /// The parts of a name.
  static func split(
    _ text: XMLText
  ) throws(ProviderFailure) -> (namespace: Substring, local: String) {
    let whole = text.prefix(nameLimit + 1)
    guard whole.utf8.count <= nameLimit else {
      throw ProviderFailure(.malformed, "the feed has a name of more than \(nameLimit) bytes")
    }
    let name = XMLName(whole)
    return (name.namespace, name.local)
  }
}

/// The vocabularies of feeds, independent of prefixes.
enum Namespace {
  case rss, rdf, atom, media, dublinCore, content, creativeCommons, flickr, geo, georss, xhtml,
    itunes
  case other

  /// - Parameter address: the namespace's name, with or without its final character: feeds differ.
  init(_ address: Substring) {
    var address = address.hasPrefix("https://") ? "http://" + address.dropFirst(8) : address
    while address.last == "/" || address.last == "#" { address.removeLast() }
    self = Namespace.known[String(address)] ?? .other
  }

  /// The namespaces of customary prefixes, for feeds that do not declare them.
  static let customary = [
    "atom": "http://www.w3.org/2005/Atom", "cc": "http://creativecommons.org/ns",
    "content": "http://purl.org/rss/1.0/modules/content",
    "creativeCommons": "http://backend.userland.com/creativeCommonsRssModule",
    "dc": "http://purl.org/dc/elements/1.1", "flickr": "urn:flickr:user",
    "geo": "http://www.w3.org/2003/01/geo/wgs84_pos", "georss": "http://www.georss.org/georss",
    "itunes": "http://www.itunes.com/dtds/podcast-1.0.dtd",
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
    "http://www.itunes.com/dtds/podcast-1.0.dtd": .itunes,
  ]
}
