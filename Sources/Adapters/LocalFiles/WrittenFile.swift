/// Whether all bytes of a small file were written. A power cut leaves a file empty or short, or some of its sectors
/// as zeros.
enum WrittenFile {
  /// Larger ones are not looked at.
  private static let limit = 16 << 20
  /// Bytes of the smallest sector in use; larger ones are multiples of it.
  private static let sector = 512

  /// Whether the file of a picture, or of a text in XML or JSON, was written to its end. Blocks.
  static func isWhole(_ path: String) -> Bool {
    guard let bytes = try? DurableFile.read(path, limit: limit) else { return true }
    return isWhole(bytes)
  }

  /// Neither a compressed picture nor a text has 512 zeros where a sector is.
  static func isWhole(_ bytes: [UInt8]) -> Bool {
    guard !bytes.isEmpty, hasEnd(bytes) else { return false }
    return stride(from: 0, to: bytes.count, by: sector).allSatisfy { start in
      bytes[start..<min(start + sector, bytes.count)].contains { $0 != 0 }
    }
  }

  private static func hasEnd(_ bytes: [UInt8]) -> Bool {
    let isBlank = { (byte: UInt8) in [0x20, 0x0A, 0x0D, 0x09].contains(byte) }
    let first = bytes.first { !isBlank($0) && ![0xEF, 0xBB, 0xBF].contains($0) }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return isClosed(bytes) }
    switch bytes[0] {
    // PNG (section 11.2.5), JPEG (ISO 10918-1, B.1.1.3), WebP (the length in the header of RIFF).
    case 0x89: return bytes.suffix(8) == [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
    case 0xFF: return bytes.suffix(2) == [0xFF, 0xD9]
    case 0x52:
      guard bytes.count >= 12 else { return false }
      let length = bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
      return bytes.count >= length + 8
    default: return hasRootEnd(Array(bytes.reversed().drop(while: isBlank).reversed()))
    }
  }

  /// Whether each bracket of JSON outside strings is closed. A cut within an object may also end with a bracket.
  private static func isClosed(_ bytes: [UInt8]) -> Bool {
    var (depth, isInString, isEscaped) = (0, false, false)
    for byte in bytes {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = isInString
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += isInString ? 0 : 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= isInString ? 0 : 1
      default: break
      }
    }
    return depth <= 0 && !isInString
  }

  /// Whether XML ends as its beginning demands: a cut may also end with a tag. A packet ends with its trailer (XMP,
  /// part 1, section 7.3), other XMP with its root's end tag; of other XML only the last character is known.
  /// - Parameter bytes: Without white space at the end.
  private static func hasRootEnd(_ bytes: [UInt8]) -> Bool {
    let last = String(decoding: bytes.suffix(64), as: UTF8.self)
    let first = String(decoding: bytes.prefix(512), as: UTF8.self)
    if first.contains("<?xpacket begin") {
      return last.contains("<?xpacket end=") && last.hasSuffix("?>")
    }
    return first.contains("<x:xmpmeta") ? last.hasSuffix("</x:xmpmeta>") : last.hasSuffix(">")
  }
}
