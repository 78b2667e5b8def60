/// An element of a property, or an attribute as one.
struct XMPNode {
  let name: XMPName
  var text = ""
  var children: [XMPNode] = []
  /// Qualifiers such as `xml:lang`, and `rdf:resource`.
  var qualifiers: [(name: XMPName, value: String)] = []
  /// The element's bytes; empty for an attribute.
  var range = 0..<0

  /// What the element says, the same however RDF writes it: a field may be an attribute or an element, and a
  /// structure may have an `rdf:Description` or not (ISO 16684-1, section 7.9).
  var meaning: String {
    let fields = fields
    let said = qualifiers.filter { $0.name != .rdf("parseType") }
      .map { "@\($0.name.namespace) \($0.name.local)=\($0.value)" }.sorted()
    let content =
      fields.isEmpty ? text : "{" + (isList ? fields : fields.sorted()).joined(separator: ",") + "}"
    return "\(name.namespace) \(name.local)\(said.joined())=\(content)"
  }

  private var fields: [String] {
    children.flatMap { child in
      child.name == .rdf("Description") && child.text.allSatisfy(\.isWhitespace)
        ? child.fields : [child.meaning]
    }
  }

  /// Whether the order of the children matters; a bag's does not.
  private var isList: Bool { [.rdf("Seq"), .rdf("Alt")].contains(name) }

  /// The kind and the items of an array of plain texts; nil for any other value.
  var array: (kind: String, items: [String])? {
    guard children.count == 1, let list = children.first, list.name.isRDF,
      ["Bag", "Seq", "Alt"].contains(list.name.local),
      list.children.allSatisfy({ $0.name == .rdf("li") && $0.children.isEmpty })
    else { return nil }
    return (list.name.local, list.children.map(\.text))
  }
}
