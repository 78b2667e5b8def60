import CImageCodec

/// Writes pixels as a lossy WebP file (libwebp): equal pixels give equal bytes.
package enum WebPEncoder {
  /// Encodes the image. Blocks while it computes.
  ///
  /// - Parameters:
  ///   - quality: 0 to 100; others are clamped.
  ///   - effort: libwebp's method, 0 (fast) to 6; others are clamped.
  /// - Throws: `unencodable` if the samples do not match the size, an edge is over 16,383 pixels or memory runs
  ///   out.
  package static func encode(
    _ pixels: PixelBuffer, quality: Int = 80, effort: Int = 2
  ) throws(ImageError) -> [UInt8] {
    try EncoderFence.file(of: pixels.withColour) { picture, file, report in
      codec_encode_webp(
        picture, Float(min(max(quality, 0), 100)), Int32(min(max(effort, 0), 6)), file, report)
    }
  }
}

extension PixelBuffer {
  /// Grey as RGB; others are unchanged.
  fileprivate var withColour: PixelBuffer {
    guard channels == 1 else { return self }
    return PixelBuffer(
      width: width, height: height, channels: 3, bytes: bytes.flatMap { [$0, $0, $0] })
  }

  /// Without alpha: translucent pixels on white.
  var onWhite: PixelBuffer {
    guard channels == 4 else { return self }
    var opaque: [UInt8] = []
    opaque.reserveCapacity(bytes.count / 4 * 3)
    for pixel in stride(from: 0, to: bytes.count - 3, by: 4) {
      let alpha = Int(bytes[pixel + 3])
      for sample in bytes[pixel..<pixel + 3] {
        opaque.append(UInt8((Int(sample) * alpha + 255 * (255 - alpha) + 127) / 255))
      }
    }
    return PixelBuffer(width: width, height: height, channels: 3, bytes: opaque)
  }
}
