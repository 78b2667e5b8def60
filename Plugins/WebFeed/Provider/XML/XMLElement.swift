import ProviderKit

/// A feed that was read to its end.
struct FeedDocument {
  /// What its items came to.
  let listing: FeedListing
  /// The feed without its items.
  let root: XMLElement
  /// What had to be corrected to read it; nil if it is well-formed.
  let note: String?

  /// - Throws: ``ProviderFailure`` with `.malformed` if the text is not a feed, nor after its correction.
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

/// An element of a feed, with what it holds.
struct XMLElement {
  let namespace: Namespace
  /// Without a prefix.
  let name: String
  private let attributes: [String: String]
  /// The address that references within are relative to; nil: the feed's own.
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

  /// An attribute without the white space around it; nil where it is absent or empty.
  subscript(attribute: String) -> String? { attributes[attribute]?.trimmed }

  /// The first child of this name.
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

  /// Whether the text has markup: as the element says, or by the custom of RSS.
  func isHTML(unlessSaid custom: Bool) -> Bool {
    let type = self["type"]?.lowercased()
    return type.map { $0 == "html" || $0 == "text/html" } ?? (custom && namespace != .atom)
  }

  /// Whether this is what a feed lists.
  var isItem: Bool { isNamed(.rss, "item") || isNamed(.atom, "entry") }

  /// Whether this is the root of a feed.
  var isFeed: Bool { isNamed(.rss, "rss") || isNamed(.rdf, "RDF") || isNamed(.atom, "feed") }
}

extension String {
  /// Without white space at its ends; nil where nothing is left.
  var trimmed: String? {
    let start = drop { $0.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(start[...last])
  }
}
