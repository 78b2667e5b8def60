import MirrorCore

/// Where the properties of an XMP packet are, as ranges of its bytes.
struct XMPLayout {
  /// A property of the packet's subject.
  struct Property {
    let node: XMPNode
    /// The element, or the attribute with the white space before it.
    let range: Range<Int>
    let isAttribute: Bool
    /// The index of its `rdf:Description`.
    let description: Int
    /// The prefixes that its element uses, with their namespaces.
    let prefixes: [String: String]

    var name: XMPName { node.name }
  }

  /// An `rdf:Description` of the packet's subject.
  struct Description {
    /// The start tag.
    let tag: Range<Int>
    /// The place before the end tag; for an element without content, the end of its only tag.
    var end: Int
    var isEmpty: Bool
    /// The namespaces of the prefixes that are declared there.
    let scope: [String: String]
  }

  /// In UTF-8.
  let bytes: [UInt8]
  let properties: [Property]
  /// At least one.
  let descriptions: [Description]

  /// - Throws: ``SidecarError`` if the bytes are not an XMP packet in UTF-8, or in UTF-16 with a byte order mark.
  init(of bytes: [UInt8]) throws(SidecarError) {
    let bytes = bytes.xmlInUTF8
    let reader = try XMPReader(bytes)
    try reader.read()
    guard !reader.descriptions.isEmpty else {
      throw SidecarError("it is XML without XMP properties")
    }
    (self.bytes, properties, descriptions) = (bytes, reader.properties, reader.descriptions)
  }

  /// The property's elements; usually there is one.
  func all(_ name: XMPName) -> [Property] { properties.filter { $0.name == name } }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
