/// What a sidecar says of its picture's file: which bytes it has, and what the listing showed when it was mirrored. No
/// standard has properties for these.
package struct PictureOrigin: Sendable, Hashable {
  /// The namespace of the XMP properties.
  package static let namespace = "urn:photomirror:1.0#"

  /// The digest of the bytes as they were mirrored, in lower-case hexadecimal; nil if unknown.
  package let sha256: String?
  /// Bytes of the file as it was mirrored; nil if unknown.
  package let byteCount: Int64?
  /// The site's name for the size; nil if unknown.
  package let label: String?
  /// ``Photo/mark`` of the listing; nil if unknown.
  package let shown: Int64?
  /// ``Rendition/Digest/mark`` of the digest that the listing announced; nil if there was none.
  package let announced: Int64?

  package init(
    sha256: String? = nil, byteCount: Int64? = nil, label: String? = nil, shown: Int64? = nil,
    announced: Int64? = nil
  ) {
    self.announced = announced
    (self.sha256, self.byteCount) = (sha256, byteCount)
    self.label = label?.isEmpty == true ? nil : label
    self.shown = shown
  }

  /// Reads the values of a sidecar, which anybody may have written.
  /// - Parameter value: Gives the text of a field; nil if the sidecar has none.
  package init(_ value: (Field) -> String?) {
    let digest = value(.sha256)?.lowercased()
    let isDigest = digest?.utf8.count == 64 && digest?.allSatisfy(\.isHexDigit) == true
    self.init(
      sha256: isDigest ? digest : nil,
      byteCount: value(.byteCount).flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil },
      label: value(.label)?.cleaned(to: Self.longestLabel),
      shown: value(.shown).flatMap { Int64($0) },
      announced: value(.announced).flatMap { Int64($0) })
  }

  private static let longestLabel = 100

  /// A field of a sidecar.
  package enum Field: String, CaseIterable, Sendable {
    /// The SHA-256 of the file; the raw values are the keys in JSON.
    case sha256 = "sha256"
    case byteCount = "byte_count"
    case label = "size_label"
    case shown = "shown"
    case announced = "announced"

    /// The name of the XMP property.
    package var property: String {
      switch self {
      case .sha256: "SHA256"
      case .byteCount: "ByteCount"
      case .label: "SizeLabel"
      case .shown: "Shown"
      case .announced: "Announced"
      }
    }
  }

  /// The text of a field; nil if unknown.
  package subscript(field: Field) -> String? {
    switch field {
    case .sha256: sha256
    case .byteCount: byteCount.map { String($0) }
    case .label: label
    case .shown: shown.map { String($0) }
    case .announced: announced.map { String($0) }
    }
  }
}

extension XMPPacket {
  mutating func add(_ origin: PictureOrigin?) {
    guard let origin, origin != PictureOrigin() else { return }
    declare("photomirror", PictureOrigin.namespace)
    for field in PictureOrigin.Field.allCases {
      text("photomirror:" + field.property, origin[field])
    }
  }
}
