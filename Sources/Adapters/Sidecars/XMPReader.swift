import MirrorCore
import XML

/// Reads the layout of an XMP packet. Used on one thread, for one call.
///
/// A DOCTYPE ends the reading: no entity is expanded. Memory and depth are limited.
final class XMPReader: XMLHandler {
  private static let memoryLimit = 64 << 20
  private static let mostLevels = 64

  private(set) var properties: [XMPLayout.Property] = []
  private(set) var descriptions: [XMPLayout.Description] = []

  private enum Level {
    case outside, rdf, description
    /// The property's element or one below it.
    case property(start: Int)
  }

  private let bytes: [UInt8]
  private var levels: [Level] = []
  /// The open elements of the property that is being read.
  private var nodes: [XMPNode] = []
  private var prefixes: [String: String] = [:]
  /// Declarations by prefix, the innermost last.
  private var scopes: [String: [String]] = ["xml": ["http://www.w3.org/XML/1998/namespace"]]

  init(_ bytes: [UInt8]) throws(SidecarError) {
    guard !bytes.contains(0) else { throw SidecarError("it is not in UTF-8") }
    self.bytes = bytes
  }

  func read() throws(SidecarError) {
    let ending = XMLReader.read(
      bytes, memory: Self.memoryLimit, keepsPrefixes: true, to: self)
    switch ending.fault {
    case nil: return
    case .refused(let error as SidecarError): throw error
    case .refused(let error): throw SidecarError("\(error)")
    case .memory: throw SidecarError("out of memory in line \(ending.line)")
    case .malformed(let reason): throw SidecarError("\(reason) in line \(ending.line)")
    }
  }

  func meetDoctype(hasDeclarations: Bool) throws { throw SidecarError("it has a DOCTYPE") }

  func declare(_ prefix: String, as namespace: String) {
    scopes[prefix, default: []].append(namespace)
  }

  func undeclare(_ prefix: String) { _ = scopes[prefix]?.popLast() }

  func start(_ tag: XMLTag, at place: XMLPlace) throws {
    guard levels.count < Self.mostLevels else { throw SidecarError("it is nested too deeply") }
    let element = XMPName(tag.name)
    let values = tag.attributes.map { (XMPName($0.name), $0.value.text) }
    switch levels.last ?? .outside {
    case .outside: levels.append(element == .rdf("RDF") ? .rdf : .outside)
    case .rdf where element == .rdf("Description"):
      levels.append(.description)
      begin(values, at: place.bytes)
    case .rdf: levels.append(.outside)
    case .description:
      levels.append(.property(start: place.bytes.lowerBound))
      prefixes = [:]
      open(element, values)
    case .property:
      levels.append(.property(start: place.bytes.lowerBound))
      open(element, values)
    }
  }

  func end(at place: XMLPlace) {
    let tag = place.bytes
    switch levels.popLast() ?? .outside {
    case .outside, .rdf: break
    case .description:
      let last = descriptions.count - 1
      descriptions[last].isEmpty = tag.isEmpty
      descriptions[last].end = tag.lowerBound
    case .property(let start):
      guard var node = nodes.popLast() else { break }
      node.range = start..<tag.upperBound
      guard nodes.isEmpty else {
        nodes[nodes.count - 1].children.append(node)
        break
      }
      properties.append(
        .init(
          node: node, range: node.range, isAttribute: false,
          description: descriptions.count - 1, prefixes: prefixes))
    }
  }

  func add(_ text: String) {
    guard !nodes.isEmpty else { return }
    nodes[nodes.count - 1].text += text
  }

  /// Begins a description, whose attributes are properties.
  private func begin(_ values: [(XMPName, String)], at tag: Range<Int>) {
    let places = StartTag(bytes[tag]).attributes
    let scope = scopes.compactMapValues(\.last)
    descriptions.append(.init(tag: tag, end: tag.upperBound, isEmpty: false, scope: scope))
    for (name, value) in values where !name.isRDF && !name.isXML && !name.namespace.isEmpty {
      let written = name.prefix.isEmpty ? name.local : name.prefix + ":" + name.local
      guard let place = places[written] else { continue }
      properties.append(
        .init(
          node: XMPNode(name: name, text: value),
          range: tag.lowerBound + place.lowerBound..<tag.lowerBound + place.upperBound,
          isAttribute: true, description: descriptions.count - 1, prefixes: [:]))
    }
  }

  private func open(_ name: XMPName, _ values: [(XMPName, String)]) {
    var node = XMPNode(name: name)
    note(name)
    for (name, value) in values {
      note(name)
      if name.isRDF || name.isXML {
        node.qualifiers.append((name, value))
      } else {
        node.children.append(XMPNode(name: name, text: value))
      }
    }
    nodes.append(node)
  }

  private func note(_ name: XMPName) {
    guard !name.namespace.isEmpty, !name.isXML else { return }
    prefixes[name.prefix] = name.namespace
  }
}
