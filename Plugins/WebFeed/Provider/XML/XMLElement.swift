import ProviderKit

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
  /// Whether the text is that of elements in XHTML, as HTML.
  var holdsXHTML = false
  /// Whether this is an element of a text: of XHTML, or of HTML that is not escaped.
  var isMarkup = false

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

  /// Whether the text is marked up: as the element says, by the convention of RSS, or by its looks in Atom,
  /// where many feeds leave the type out.
  func isHTML(unlessSaid custom: Bool) -> Bool {
    if holdsXHTML { return true }
    if let type = self["type"]?.lowercased() { return type == "html" || type == "text/html" }
    return custom
      && (namespace != .atom || ["</", "<img", "/>", "<br"].contains(where: text.contains))
  }

  /// Whether elements within are markup of its text.
  var isText: Bool {
    isNamed(.rss, "description") || isNamed(.content, "encoded") || isNamed(.atom, "summary")
      || isNamed(.atom, "content")
  }

  /// Whether this is an item or an entry.
  var isItem: Bool { isNamed(.rss, "item") || isNamed(.atom, "entry") }

  /// Whether this is the root of a feed.
  var isFeed: Bool { isNamed(.rss, "rss") || isNamed(.rdf, "RDF") || isNamed(.atom, "feed") }
}

extension XMLElement {
  /// An element of XHTML, whose text is HTML, with its tags. Addresses with a base of their own are absolute.
  func html(at address: FeedAddress) -> String {
    let values = attributes.map { name, value in
      let isBased = base != nil && (name == "src" || name == "href")
      return " \(name)=\"\((isBased ? address.resolving(value, from: base) : value).escaped)\""
    }
    return "<\(name)\(values.joined())>\(text)</\(name)>"
  }
}

extension String {
  /// The text as that of an element or of an attribute's value in HTML.
  var escaped: String {
    guard contains(where: { "&<\"".contains($0) }) else { return self }
    return replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing("\"", with: "&quot;")
  }
}
