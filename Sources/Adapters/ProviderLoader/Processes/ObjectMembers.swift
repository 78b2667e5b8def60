/// Finds the members of a JSON object without parsing their values, which may be long.
struct ObjectMembers {
  private let bytes: [UInt8]
  private var position = 0
  /// Whether the object has ended, and only white space follows.
  private(set) var isAtEnd = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    skipSpace()
    position = byte == UInt8(ascii: "{") ? position + 1 : bytes.count
  }

  /// The next member; nil at the end, and if the text is not an object.
  mutating func next() -> (name: String, value: ArraySlice<UInt8>)? {
    skipSpace()
    if byte == UInt8(ascii: "}") {
      position += 1
      skipSpace()
      isAtEnd = position == bytes.count
      return nil
    }
    let start = position
    guard skipString() else { return nil }
    let name = String(decoding: bytes[start + 1..<position - 1], as: UTF8.self)
    skipSpace()
    guard byte == UInt8(ascii: ":") else { return nil }
    position += 1
    skipSpace()
    let first = position
    guard skipValue(), position > first else { return nil }
    let value = bytes[first..<position]
    skipSpace()
    if byte == UInt8(ascii: ",") {
      position += 1
      skipSpace()
      guard byte == UInt8(ascii: "\"") else { return nil }
    } else if byte != UInt8(ascii: "}") {
      return nil
    }
    return (name, value)
  }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte, byte == 0x20 || byte == 0x09 || byte == 0x0D { position += 1 }
  }

  private mutating func skipString() -> Bool {
    guard byte == UInt8(ascii: "\"") else { return false }
    position += 1
    while let byte {
      position += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { return true }
    }
    return false
  }

  /// The decoder of the value finds its faults.
  private mutating func skipValue() -> Bool {
    var depth = 0
    while let byte {
      switch byte {
      case UInt8(ascii: "\""):
        guard skipString() else { return false }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        (depth, position) = (depth + 1, position + 1)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard depth > 0 else { return true }
        (depth, position) = (depth - 1, position + 1)
      case UInt8(ascii: ","), 0x20, 0x09, 0x0D:
        guard depth > 0 else { return true }
        position += 1
      default: position += 1
      }
      if depth == 0, byte == UInt8(ascii: "\"") || byte == 0x7D || byte == 0x5D { return true }
    }
    return false
  }
}
