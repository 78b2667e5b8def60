extension FeedRepair {
  /// Copies a tag, corrects the values of its attributes and records their prefixes.
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

/// The prefixes in a feed, and those that it declares anywhere.
struct FeedPrefixes {
  /// Prefixes to declare.
  private static let limit = 64

  /// Length of the output up to the end of the root's name; nil before the root.
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

  /// Declarations as attributes of the root: for a customary prefix its namespace, for others a
  /// meaningless one.
  var missingDeclarations: String {
    used.subtracting(declared).sorted().map { prefix in
      " xmlns:\(prefix)=\"\(Namespace.customary[prefix] ?? "urn:undeclared:\(prefix)")\""
    }.joined()
  }
}
