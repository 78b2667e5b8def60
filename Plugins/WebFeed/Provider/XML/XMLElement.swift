import ProviderKit

/// A completely parsed feed.
struct FeedDocument {
  /// The photos of its items.
  let listing: FeedListing
  /// The feed without its items.
  let root: XMLElement
  /// The corrections; nil if the feed is well-formed.
  let note: String?

  /// - Throws: ``ProviderFailure`` with `.malformed` if the text is no feed, also after
  ///   corrections.
  init(_ text: String, at address: FeedAddress) throws(ProviderFailure) {
    do throws(ProviderFailure) {
      (listing, root) = try Self.read(text, at: address)
      note = nil
    } catch {
      guard let corrected = FeedRepair.corrected(text) else { throw error }
      (listing, root) = try Self.read(corrected.text, at: address)
      note = corrected.note
    }
  }

  private static func read(
    _ text: String, at address: FeedAddress
  ) throws(ProviderFailure) -> (FeedListing, XMLElement) {
    var listing = FeedListing(at: address)
    let root = try ExpatParser.root(of: text, at: address) { listing.take($0) }
    return (listing, root)
  }
}

/// An element of a feed with its content.
struct XMLElement {
  let namespace: Namespace
  /// Without a prefix.
  let name: String
  private let attributes: [String: String]
  /// Base address of references within; nil for the feed's.
  var base: String?
  var text = ""
  var children: [XMLElement] = []

  /// - Parameter attributes: by their names without prefixes.
  init(_ namespace: Namespace, _ name: String, _ attributes: [String: String]) {
    self.namespace = namespace
    self.name = name
    self.attributes = attributes
  }

  var attributeCount: Int { attributes.count }

  /// An attribute without surrounding white space; nil if it is absent or empty.
  subscript(attribute: String) -> String? { attributes[attribute]?.trimmed }

  /// The first child with this name.
  subscript(namespace: Namespace, name: String) -> XMLElement? {
    children.first { $0.isNamed(namespace, name) }
  }

  /// The children of this name.
  func all(_ namespace: Namespace, _ name: String) -> [XMLElement] {
    children.filter { $0.isNamed(namespace, name) }
  }

  /// The text of the first child of this name that is not blank.
  func text(_ namespace: Namespace, _ name: String) -> String? {
    all(namespace, name).lazy.compactMap(\.text.trimmed).first
  }

  func isNamed(_ namespace: Namespace, _ name: String) -> Bool {
    self.namespace == namespace && self.name == name
  }

  /// Whether the text is marked up: as the element says, or by the convention of RSS.
  func isHTML(unlessSaid custom: Bool) -> Bool {
    let type = self["type"]?.lowercased()
    return type.map { $0 == "html" || $0 == "text/html" } ?? (custom && namespace != .atom)
  }

  /// Whether this is an item or an entry.
  var isItem: Bool { isNamed(.rss, "item") || isNamed(.atom, "entry") }

  /// Whether this is the root of a feed.
  var isFeed: Bool { isNamed(.rss, "rss") || isNamed(.rdf, "RDF") || isNamed(.atom, "feed") }
}

extension String {
  /// Without surrounding white space; nil if nothing is left.
  var trimmed: String? {
    let start = drop { $0.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(start[...last])
  }
}
