/// The pixels of a stored thumbnail, from the header of its file: PNG, JPEG or WebP, as this program writes them.
package struct ThumbnailSize: Sendable, Hashable {
  /// Pixels.
  package let width: Int
  /// Pixels.
  package let height: Int
  /// The longest edge in pixels.
  package var edge: Int { max(width, height) }

  /// Bytes of a file that are read. The headers before the size of a photo that is its own thumbnail may be longer.
  package static let headLength = 4096

  /// - Parameter head: The first bytes of the file.
  package init?(head: [UInt8]) {
    guard let size = Self.png(head) ?? Self.jpeg(head) ?? Self.webp(head) else { return nil }
    (width, height) = size
  }

  /// Width and height after the first 16 bytes (PNG, section 11.2.2).
  private static func png(_ head: [UInt8]) -> (Int, Int)? {
    guard head.count >= 24, head.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return nil }
    let number = { (range: Range<Int>) in head[range].reduce(0) { $0 << 8 | Int($1) } }
    return (number(16..<20), number(20..<24))
  }

  /// The size in the first frame header: its marker is one of SOF0 to SOF15 (ITU T.81, B.2.2), and every segment before it
  /// has its length.
  private static func jpeg(_ head: [UInt8]) -> (Int, Int)? {
    guard head.starts(with: [0xFF, 0xD8]) else { return nil }
    var at = 2
    while at + 9 <= head.count, head[at] == 0xFF {
      let number = { (index: Int) in Int(head[index]) << 8 | Int(head[index + 1]) }
      if (0xC0...0xCF).contains(head[at + 1]), ![0xC4, 0xC8, 0xCC].contains(head[at + 1]) {
        return (number(at + 7), number(at + 5))
      }
      at += 2 + number(at + 2)
    }
    return nil
  }

  /// The size in a lossy picture's key frame (RFC 6386, 9.1) or of an extended file (RFC 9649, 2.7).
  private static func webp(_ head: [UInt8]) -> (Int, Int)? {
    guard head.count >= 30, head[8..<12].elementsEqual("WEBP".utf8) else { return nil }
    let number = { (index: Int) in Int(head[index]) | Int(head[index + 1]) << 8 }
    switch String(decoding: head[12..<16], as: UTF8.self) {
    case "VP8 ": return (number(26) & 0x3FFF, number(28) & 0x3FFF)
    case "VP8X":
      let edge = { (index: Int) in (number(index) | Int(head[index + 2]) << 16) + 1 }
      return (edge(24), edge(27))
    default: return nil
    }
  }
}
