import CWebPEncoder
import Testing

@testable import Images

/// A WebP file assembled chunk by chunk (RFC 9649, section 2) from the output of libwebp's
/// encoders.
struct WebPFile {
  /// One frame of an animation; its position is even.
  struct Frame {
    var left = 0
    var top = 0
    var pixels: PixelBuffer
  }

  var chunks: [(type: String, data: [UInt8])]

  /// A still image in the extended format.
  init(_ pixels: PixelBuffer, quality: Float? = nil) throws {
    let picture = try Self.picture(of: pixels, quality: quality)
    let flags: UInt8 = pixels.channels == 4 ? 0x10 : 0
    chunks = [("VP8X", Self.header(flags, pixels.width, pixels.height)), ("", picture)]
  }

  /// An animation.
  init(_ width: Int, _ height: Int, _ frames: [Frame]) throws {
    chunks = [("VP8X", Self.header(0x12, width, height)), ("ANIM", [0, 0, 0, 0, 0, 0])]
    for frame in frames {
      let place = [frame.left / 2, frame.top / 2, frame.pixels.width - 1, frame.pixels.height - 1]
      chunks.append(
        (
          "ANMF",
          try (place + [100]).flatMap(Self.word24) + [0]
            + Self.picture(of: frame.pixels, quality: nil)
        ))
    }
  }

  /// Appends a metadata chunk after the pixels and sets its flag in the header.
  func adding(_ type: String, _ data: [UInt8], flag: UInt8) -> WebPFile {
    var file = self
    file.chunks[0].data[0] |= flag
    file.chunks.insert((type, data), at: type == "ICCP" ? 1 : chunks.count)
    return file
  }

  var bytes: [UInt8] {
    let content = Array("WEBP".utf8) + chunks.flatMap(Self.chunk)
    return Array("RIFF".utf8) + Self.word(content.count) + content
  }

  /// A complete file in the simple format, as the encoder writes it.
  ///
  /// - Parameter quality: 0 to 100; nil: lossless.
  static func simple(_ pixels: PixelBuffer, quality: Float? = nil) throws -> [UInt8] {
    let (width, height) = (Int32(pixels.width), Int32(pixels.height))
    let stride = width * Int32(pixels.channels)
    var out: UnsafeMutablePointer<UInt8>?
    let count =
      switch (pixels.channels, quality) {
      case (4, nil): WebPEncodeLosslessRGBA(pixels.bytes, width, height, stride, &out)
      case (4, let quality?): WebPEncodeRGBA(pixels.bytes, width, height, stride, quality, &out)
      case (_, nil): WebPEncodeLosslessRGB(pixels.bytes, width, height, stride, &out)
      case (_, let quality?): WebPEncodeRGB(pixels.bytes, width, height, stride, quality, &out)
      }
    defer { WebPFree(out) }
    try #require(count > 0)
    return Array(UnsafeBufferPointer(start: out, count: count))
  }

  /// The image's chunks without the container.
  private static func picture(of pixels: PixelBuffer, quality: Float?) throws -> [UInt8] {
    let chunks = try simple(pixels, quality: quality).dropFirst(12)
    return Array(chunks.starts(with: "VP8X".utf8) ? chunks.dropFirst(18) : chunks)
  }

  private static func header(_ flags: UInt8, _ width: Int, _ height: Int) -> [UInt8] {
    [flags, 0, 0, 0] + word24(width - 1) + word24(height - 1)
  }

  /// A chunk without a type is a sequence of complete chunks.
  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    guard !type.isEmpty else { return data }
    return Array(type.utf8) + word(data.count) + data + (data.count % 2 == 1 ? [0] : [])
  }

  private static func word(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(value >> (8 * $0) & 255) }
  }

  private static func word24(_ value: Int) -> [UInt8] { Array(word(value).prefix(3)) }
}
