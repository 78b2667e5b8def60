import Foundation
import Images
import TestSupport

/// Pictures of a history: noise that a seed determines, as PNG and JPEG, with a comment that makes them as long as is
/// wanted.
package enum PictureBytes {
  /// A picture of two thirds of its width as height.
  /// - Parameter length: Bytes of the file, if that is more than the picture needs.
  package static func picture(
    seed: UInt64, isJPEG: Bool, width: Int, length: Int
  ) throws -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    let height = width * 2 / 3
    let bytes = (0..<width * height * 3).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let pixels = PixelBuffer(width: width, height: height, channels: 3, bytes: bytes)
    let plain = try isJPEG ? JPEGEncoder.encode(pixels) : PNGEncoder.encode(pixels)
    let frame = isJPEG ? 4 : 12 + key.count
    let rest = length - plain.count - frame
    guard rest >= 0 else { return plain }
    return Array(commented(Data(plain), String(repeating: " ", count: rest)) ?? Data(plain))
  }

  /// The same picture with a comment, as a program for descriptions writes it; nil if it is no PNG or JPEG.
  package static func commented(_ bytes: Data, _ text: String) -> Data? {
    let text = Array(text.utf8)
    var new = Array(bytes)
    if bytes.starts(with: [0xFF, 0xD8]) {
      let size = UInt16(text.count + 2)
      let head: [UInt8] = [0xFF, 0xFE, UInt8(size >> 8), UInt8(size & 0xFF)]
      new.insert(contentsOf: head + text, at: 2)
      return Data(new)
    }
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), new.count > 33 else { return nil }
    let chunk = Array("tEXt".utf8) + key + text
    let count = UInt32(chunk.count - 4)
    new.insert(contentsOf: big(count) + chunk + big(checksum(chunk)), at: 33)
    return Data(new)
  }

  /// Whether the bytes go from the first to the last marker of a PNG (section 11.2.5) or a JPEG (ISO 10918-1,
  /// B.1.1.3).
  package static func isWhole(_ bytes: Data) -> Bool {
    bytes.starts(with: [0xFF, 0xD8, 0xFF]) && bytes.suffix(2) == Data([0xFF, 0xD9])
      || bytes.starts(with: [0x89, 0x50, 0x4E, 0x47])
        && bytes.suffix(8) == Data([0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
  }

  private static let key = Array("Comment\0".utf8)

  private static func big(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }

  /// CRC-32 of a chunk of a PNG (annex D).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
        sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
      }
    }
  }
}
