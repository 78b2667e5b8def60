extension JSONParser {
  /// Parses the string at the position, without its quotes.
  mutating func readString() throws(JSONFault) -> String {
    skipSpace()
    try expect(UInt8(ascii: "\""))
    let start = position
    while let byte = peek(), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
      position += 1
    }
    // Most strings have no escapes and are one run of bytes.
    if peek() == UInt8(ascii: "\"") {
      defer { position += 1 }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }
    return try readEscapedString(from: start)
  }

  private mutating func readEscapedString(from start: Int) throws(JSONFault) -> String {
    var text = Array(bytes[start..<position])
    while let byte = peek() {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text.append(contentsOf: String(try readEscape()).utf8)
      default: text.append(byte)
      }
    }
    throw unexpected()
  }

  private mutating func readEscape() throws(JSONFault) -> Unicode.Scalar {
    guard let byte = peek() else { throw unexpected() }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "'"):
      return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try readCodePoint()
    default: throw unexpected(at: position - 1)
    }
  }

  /// A code point from one `\uXXXX`, or from the two of a surrogate pair (RFC 8259, section 7).
  private mutating func readCodePoint() throws(JSONFault) -> Unicode.Scalar {
    let first = try readHexadecimal()
    guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
    let afterFirst = position
    guard peek() == UInt8(ascii: "\\"), position + 1 < bytes.count,
      bytes[position + 1] == UInt8(ascii: "u")
    else { return "\u{FFFD}" }
    position += 2
    let second = try readHexadecimal()
    guard (0xDC00..<0xE000).contains(second) else {
      position = afterFirst
      return "\u{FFFD}"
    }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
  }

  private mutating func readHexadecimal() throws(JSONFault) -> UInt32 {
    var number: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw unexpected()
      }
      number = number << 4 | UInt32(digit)
      position += 1
    }
    return number
  }
}
