/// The escapes of JSON strings (RFC 8259, section 7).
extension JSONParser {
  /// Checks the escape whose backslash was read.
  mutating func skipEscape() throws(JSONFault) {
    guard let byte = peek() else { throw unexpected() }
    guard byte == UInt8(ascii: "u") || JSONEscape.character(byte) != nil else { throw unexpected() }
    position += 1
    guard byte == UInt8(ascii: "u") else { return }
    for _ in 0..<4 {
      guard let digit = peek(), JSONEscape.value(ofDigit: digit) != nil else { throw unexpected() }
      position += 1
    }
  }
}

enum JSONEscape {
  /// The character of an escape of one letter; nil if there is no such escape.
  static func character(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "'"): letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  static func value(ofDigit byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// The text without its escapes, which ``JSONParser/skipEscape()`` has checked. Half a surrogate pair becomes
  /// U+FFFD.
  static func unescaped(_ text: UnsafeBufferPointer<UInt8>) -> String {
    // No escape is shorter than what it stands for.
    String(unsafeUninitializedCapacity: text.count) { output in
      var (position, count) = (0, 0)
      while position < text.count {
        // A step takes what is copied as it is, and one character more.
        let plain = text[position..<text.firstSpecial(from: position)]
        _ = UnsafeMutableBufferPointer(rebasing: output[count...]).initialize(fromContentsOf: plain)
        (position, count) = (plain.endIndex, count + plain.count)
        guard position < text.count else { break }
        let byte = text[position]
        position += 1
        guard byte == UInt8(ascii: "\\") else {
          output[count] = byte
          count += 1
          continue
        }
        let letter = text[position]
        position += 1
        if let character = character(letter) {
          output[count] = character
          count += 1
        } else {
          for unit in UTF8.encode(codePoint(in: text, at: &position))! {
            output[count] = unit
            count += 1
          }
        }
      }
      return count
    }
  }

  /// A code point from the digits of one `\uXXXX`, or from those of the two of a surrogate pair.
  private static func codePoint(
    in text: UnsafeBufferPointer<UInt8>, at position: inout Int
  ) -> Unicode.Scalar {
    let first = hexadecimal(in: text, at: &position)
    guard (0xD800..<0xDC00).contains(first), position + 6 <= text.count,
      text[position] == UInt8(ascii: "\\"), text[position + 1] == UInt8(ascii: "u")
    else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
    var end = position + 2
    let second = hexadecimal(in: text, at: &end)
    guard (0xDC00..<0xE000).contains(second) else { return "\u{FFFD}" }
    position = end
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
  }

  private static func hexadecimal(
    in text: UnsafeBufferPointer<UInt8>, at position: inout Int
  ) -> UInt32 {
    defer { position += 4 }
    return text[position..<position + 4].reduce(0) { $0 << 4 | (value(ofDigit: $1) ?? 0) }
  }
}
