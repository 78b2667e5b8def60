/// HTML or XML. A literal is markup, and any text put into it is escaped: no text can become markup, because there
/// is no other way to make a value.
package struct Markup: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// The markup in UTF-8, escaped.
  package fileprivate(set) var bytes: [UInt8]

  package init(stringLiteral literal: StaticString) {
    bytes = literal.withUTF8Buffer { unsafe Array($0) }
  }

  package init(stringInterpolation: Pieces) { bytes = stringInterpolation.bytes }

  /// The parts of a literal.
  package struct Pieces: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + interpolationCount * 32)
    }

    /// Adds markup unchanged: only the program's own literals have this type.
    package mutating func appendLiteral(_ literal: StaticString) {
      literal.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    }

    /// Appends the escaped text of an element or of a quoted attribute.
    package mutating func appendInterpolation(_ text: some StringProtocol) {
      Self.escape(text, into: &bytes)
    }

    /// Adds a whole number in decimal digits.
    package mutating func appendInterpolation(_ number: some BinaryInteger) {
      bytes.append(contentsOf: String(number).utf8)
    }

    /// Adds markup as it is: its texts are escaped already.
    package mutating func appendInterpolation(_ markup: Markup) {
      bytes.append(contentsOf: markup.bytes)
    }

    /// Adds markup; nothing for nil.
    package mutating func appendInterpolation(_ markup: Markup?) {
      if let markup { appendInterpolation(markup) }
    }

    /// Adds parts one after the other, with nothing between them.
    package mutating func appendInterpolation(_ parts: [Markup]) {
      for part in parts { appendInterpolation(part) }
    }

    /// Adds an address, escaped for a quoted attribute.
    package mutating func appendInterpolation(_ address: PageAddress) {
      Self.escape(address.text, into: &bytes)
    }

    /// Control characters, which neither format can hold, become spaces.
    private static func escape(_ text: some StringProtocol, into bytes: inout [UInt8]) {
      for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "&"): bytes.append(contentsOf: "&amp;".utf8)
        case UInt8(ascii: "<"): bytes.append(contentsOf: "&lt;".utf8)
        case UInt8(ascii: ">"): bytes.append(contentsOf: "&gt;".utf8)
        case UInt8(ascii: "\""): bytes.append(contentsOf: "&quot;".utf8)
        case UInt8(ascii: "'"): bytes.append(contentsOf: "&#39;".utf8)
        case UInt8(ascii: "\n"): bytes.append(byte)
        case 0..<0x20, 0x7F: bytes.append(0x20)
        default: bytes.append(byte)
        }
      }
    }
  }
}

extension Markup {
  /// No markup.
  package static let empty: Markup = ""

  /// The markup as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// One after the other.
  package static func + (one: Markup, other: Markup) -> Markup { "\(one)\(other)" }

  /// The parts with markup between them.
  static func joined(_ parts: [Markup], by separator: Markup) -> Markup {
    var whole = Markup.empty
    for (index, part) in parts.enumerated() {
      if index > 0 { whole.bytes += separator.bytes }
      whole.bytes += part.bytes
    }
    return whole
  }
}
