import CExpat
import MirrorCore

/// Reads the layout of an XMP packet with expat. Used on one thread, for one call.
///
/// Expat fetches nothing, and a DOCTYPE ends the reading: no entity is expanded. Memory and depth are limited.
final class XMPReader {
  private static let memoryLimit = 64 << 20
  private static let mostLevels = 64

  private(set) var properties: [XMPLayout.Property] = []
  private(set) var descriptions: [XMPLayout.Description] = []

  private enum Level {
    case outside, rdf, description
    /// The property's element or one below it.
    case property(start: Int)
  }

  private let parser: XML_Parser
  private let bytes: [UInt8]
  private var levels: [Level] = []
  /// The open elements of the property that is being read.
  private var nodes: [XMPNode] = []
  private var prefixes: [String: String] = [:]
  /// Declarations by prefix, the innermost last.
  private var scopes: [String: [String]] = ["xml": ["http://www.w3.org/XML/1998/namespace"]]
  private var failure: SidecarError?

  init(_ bytes: [UInt8]) throws(SidecarError) {
    guard !bytes.contains(0) else { throw SidecarError("it is not in UTF-8") }
    let separator = XML_Char(bitPattern: UInt8(ascii: "\n"))
    guard let parser = expat_bounded_parser("UTF-8", separator, Self.memoryLimit) else {
      throw SidecarError("there is no memory to read it")
    }
    (self.parser, self.bytes) = (parser, bytes)
  }

  deinit { XML_ParserFree(parser) }

  func read() throws(SidecarError) {
    XML_SetReturnNSTriplet(parser, 1)
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetStartDoctypeDeclHandler(parser) { state, _, _, _, _ in
      XMPReader.of(state)?.fail("it has a DOCTYPE")
    }
    XML_SetNamespaceDeclHandler(
      parser, { XMPReader.of($0)?.declare($1, $2) }, { XMPReader.of($0)?.undeclare($1) })
    XML_SetElementHandler(
      parser, { XMPReader.of($0)?.start($1, $2) }, { state, _ in XMPReader.of(state)?.end() })
    XML_SetCharacterDataHandler(parser) { XMPReader.of($0)?.add($1, $2) }
    let status = bytes.withUnsafeBytes { bytes in
      XML_Parse(
        parser, bytes.baseAddress?.assumingMemoryBound(to: XML_Char.self),
        Int32(clamping: bytes.count), 1)
    }
    if let failure { throw failure }
    guard status == XML_STATUS_OK else {
      let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) }
      throw SidecarError(
        "\(reason ?? "it is not well-formed XML") in line \(expat_line(parser))")
    }
  }

  private static func of(_ state: UnsafeMutableRawPointer?) -> XMPReader? {
    guard let state else { return nil }
    let reader = Unmanaged<XMPReader>.fromOpaque(state).takeUnretainedValue()
    return reader.failure == nil ? reader : nil
  }

  private func fail(_ reason: String) {
    failure = SidecarError(reason)
    XML_StopParser(parser, 0)
  }

  private func declare(_ prefix: UnsafePointer<XML_Char>?, _ address: UnsafePointer<XML_Char>?) {
    let prefix = prefix.map { String(cString: $0) } ?? ""
    scopes[prefix, default: []].append(address.map { String(cString: $0) } ?? "")
  }

  private func undeclare(_ prefix: UnsafePointer<XML_Char>?) {
    _ = scopes[prefix.map { String(cString: $0) } ?? ""]?.popLast()
  }

  /// The bytes of the tag that expat reports.
  private var tag: Range<Int> {
    let start = Int(expat_byte(parser))
    return start..<start + Int(expat_length(parser))
  }

  private func start(
    _ name: UnsafePointer<XML_Char>?, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    guard let name, levels.count < Self.mostLevels else { return fail("it is nested too deeply") }
    let element = XMPName(expat: String(cString: name))
    let values = Self.pairs(attributes)
    switch levels.last ?? .outside {
    case .outside: levels.append(element == .rdf("RDF") ? .rdf : .outside)
    case .rdf where element == .rdf("Description"):
      levels.append(.description)
      begin(values)
    case .rdf: levels.append(.outside)
    case .description:
      levels.append(.property(start: tag.lowerBound))
      prefixes = [:]
      open(element, values)
    case .property:
      levels.append(.property(start: tag.lowerBound))
      open(element, values)
    }
  }

  private func end() {
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

  private func add(_ text: UnsafePointer<XML_Char>?, _ count: Int32) {
    guard let text, !nodes.isEmpty else { return }
    let bytes = UnsafeBufferPointer(start: text, count: Int(count))
    bytes.withMemoryRebound(to: UInt8.self) {
      nodes[nodes.count - 1].text += String(decoding: $0, as: UTF8.self)
    }
  }

  /// Begins a description, whose attributes are properties.
  private func begin(_ values: [(XMPName, String)]) {
    let tag = tag
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

  private static func pairs(
    _ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) -> [(XMPName, String)] {
    guard var next = list else { return [] }
    var pairs: [(XMPName, String)] = []
    while let name = next[0], let value = next[1] {
      pairs.append((XMPName(expat: String(cString: name)), String(cString: value)))
      next += 2
    }
    return pairs
  }
}
