/// Limits of a document, checked before it is parsed: toml++ takes time and memory by the square of a key's parts.
enum TOMLLimits {
  private static let parts = 8
  /// In bytes.
  private static let line = 64 << 10

  /// Where a byte is.
  private enum Place {
    case plain, comment
    /// A string with its quotation mark, and whether it has three of them and can have several lines.
    case string(UInt8, isLong: Bool)
  }

  /// - Throws: ``TOMLDocument/Invalid`` for the first key with too many parts, or line with too many bytes.
  static func check(_ bytes: [UInt8]) throws(TOMLDocument.Invalid) {
    var (place, number, start, dots, index) = (Place.plain, 1, 0, 0, 0)
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\n") {
        (number, start, dots) = (number + 1, index + 1, 0)
        if case .string(_, isLong: true) = place {} else { place = .plain }
      }
      guard index - start < line else {
        throw .init(line: number, reason: "the line has more than \(line) bytes")
      }
      var width = 1
      switch place {
      case .plain:
        switch byte {
        case UInt8(ascii: "#"): place = .comment
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
          let isLong = isTripled(bytes, at: index)
          (place, width) = (.string(byte, isLong: isLong), isLong ? 3 : 1)
        case UInt8(ascii: "."):
          dots += 1
          guard dots < parts else {
            throw .init(line: number, reason: "the key has more than \(parts) parts")
          }
        // What ends a key.
        case UInt8(ascii: "="), UInt8(ascii: ","), UInt8(ascii: "{"), UInt8(ascii: "["): dots = 0
        default: break
        }
      case .string(let sign, let isLong):
        if byte == UInt8(ascii: "\\"), sign == UInt8(ascii: "\"") {
          // The next byte ends no text, but it may end the line.
          if index + 1 < bytes.count, bytes[index + 1] != UInt8(ascii: "\n") { width = 2 }
        } else if byte == sign, !isLong || isTripled(bytes, at: index) {
          (place, width) = (.plain, isLong ? 3 : 1)
        }
      case .comment: break
      }
      index += width
    }
  }

  private static func isTripled(_ bytes: [UInt8], at index: Int) -> Bool {
    index + 2 < bytes.count && bytes[index + 1] == bytes[index] && bytes[index + 2] == bytes[index]
  }
}
