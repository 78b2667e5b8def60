@testable import Images

/// A lossless WebP (RFC 9649, section 3) in which every tile of 4 x 4 pixels may have its own
/// prefix codes; all of them give black with zero bits a pixel.
enum GroupedWebP {
  /// - Parameters:
  ///   - groups: number of prefix codes, at most 65,536.
  ///   - cacheBits: bits of the colour cache, 1 to 11; they enlarge each group's table.
  static func file(edge: Int, groups: Int, cacheBits: Int) -> [UInt8] {
    var bits = Bits()
    bits.put([(0x2F, 8), (edge - 1, 14), (edge - 1, 14), (0, 1), (0, 3)])
    // No transform; a cache; groups by tiles of 2^2 pixels.
    bits.put([(0, 1), (1, 1), (cacheBits, 4), (1, 1), (0, 3)])
    // The image of the tiles: no cache; green and red of 8 bits each, the rest is 0.
    bits.put([(0, 1)])
    for symbols in [280, 256] { putLiteralCode(of: symbols, to: &bits) }
    for _ in 0..<3 { putSingleCode(to: &bits) }
    for tile in 0..<(edge / 4) * (edge / 4) {
      for byte in [tile % groups & 255, (tile % groups) >> 8] {
        // The highest bit of a code is first.
        bits.put((0..<8).reversed().map { (byte >> $0 & 1, 1) })
      }
    }
    for _ in 0..<groups * 5 { putSingleCode(to: &bits) }
    let stream = bits.bytes
    let padding = [UInt8](repeating: 0, count: stream.count % 2)
    let content = Array("WEBPVP8L".utf8) + word(stream.count) + stream + padding
    return Array("RIFF".utf8) + word(content.count) + content
  }

  /// One symbol, 0, of zero bits.
  private static func putSingleCode(to bits: inout Bits) {
    bits.put([(1, 1), (0, 1), (0, 1), (0, 1)])
  }

  /// Codes of 8 bits for the first 256 symbols, none for the others.
  private static func putLiteralCode(of symbols: Int, to bits: inout Bits) {
    // Lengths of 0 and of 8, the third and the twelfth, have one bit each.
    bits.put([(0, 1), (12 - 4, 4)])
    for place in 0..<12 { bits.put([([2, 11].contains(place) ? 1 : 0, 3)]) }
    bits.put([(0, 1)])
    bits.put((0..<symbols).map { ($0 < 256 ? 1 : 0, 1) })
  }

  private static func word(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(value >> (8 * $0) & 255) }
  }

  /// Numbers of some bits each, the lowest bit first.
  private struct Bits {
    private(set) var bytes: [UInt8] = []
    private var free = 0

    mutating func put(_ numbers: [(value: Int, count: Int)]) {
      for (value, count) in numbers {
        for place in 0..<count {
          if free == 0 { bytes.append(0) }
          free = (free + 7) % 8
          bytes[bytes.count - 1] |= UInt8(value >> place & 1) << UInt8(7 - free)
        }
      }
    }
  }
}
