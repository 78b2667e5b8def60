extension FeedRepair {
  /// A tag, of whose attributes the values are corrected and the prefixes noted.
  mutating func readTag() {
    copy(1)
    let isEnd = rest.first == UInt8(ascii: "/")
    if isEnd { copy(1) }
    readName()
    if !isEnd { prefixes.place = prefixes.place ?? output.count }
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: ">"): return copy(1)
      case UInt8(ascii: "\""), UInt8(ascii: "'"): readValue(quote: byte)
      case _ where Self.endsName(byte): copyCharacter()
      default: readName()
      }
    }
  }

  private mutating func readName() {
    let name = rest.prefix { !Self.endsName($0) }
    prefixes.note(name)
    for _ in name.indices { copyCharacter() }
  }

  private mutating func readValue(quote: UInt8) {
    copy(1)
    while let byte = rest.first, byte != quote {
      switch byte {
      case UInt8(ascii: "&"): readReference()
      case UInt8(ascii: "<"): replaceFirst(by: "&lt;", .angle)
      default: copyCharacter()
      }
    }
    copy(1)
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: "/"), UInt8(ascii: ">"), UInt8(ascii: "="), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      true
    default: false
    }
  }
}

/// The prefixes of a feed's names, and which of them it declares anywhere.
struct FeedPrefixes {
  /// Prefixes that get a declaration.
  private static let limit = 64

  /// Bytes of the output up to the end of the root's name; nil before the root.
  var place: Int?
  private var used: Set<String> = []
  private var declared: Set<String> = ["xml", "xmlns"]

  /// - Parameter name: of an element or an attribute.
  mutating func note(_ name: ArraySlice<UInt8>) {
    guard name.count <= 128, let colon = name.firstIndex(of: UInt8(ascii: ":")),
      colon > name.startIndex
    else { return }
    let prefix = String(decoding: name[..<colon], as: UTF8.self)
    if prefix == "xmlns" {
      declared.insert(String(decoding: name[(colon + 1)...], as: UTF8.self))
    } else if used.count < Self.limit {
      used.insert(prefix)
    }
  }

  /// As attributes of the root: of a prefix that feeds use by custom its namespace, of any other one
  /// that means nothing.
  var missingDeclarations: String {
    used.subtracting(declared).sorted().map { prefix in
      " xmlns:\(prefix)=\"\(Namespace.customary[prefix] ?? "urn:undeclared:\(prefix)")\""
    }.joined()
  }
}
