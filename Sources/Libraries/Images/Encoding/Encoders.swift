import CImageCodec

/// Writes pixels as a PNG file (libpng): equal pixels give equal bytes.
package enum PNGEncoder {
  /// Encodes without ancillary chunks. Blocks while it computes.
  ///
  /// - Parameter level: zlib's compression level, 0 to 9; others are clamped. 1 suits photos;
  ///   drawings get smaller from 2 on.
  /// - Throws: `unencodable` if the samples do not match the size or memory runs out.
  package static func encode(_ pixels: PixelBuffer, level: Int = 1) throws(ImageError) -> [UInt8] {
    try encode(pixels, level: level, profile: nil)
  }

  /// Adds a profile if libpng accepts it.
  static func encode(
    _ pixels: PixelBuffer, level: Int = 1, profile: ColorProfile?
  ) throws(ImageError) -> [UInt8] {
    let profile = profile?.bytes ?? []
    return try EncoderFence.file(of: pixels) { picture, file, report in
      profile.withUnsafeBufferPointer { profile in
        let profile = codec_bytes_view(bytes: profile.baseAddress, count: profile.count)
        return codec_encode_png(picture, Int32(min(max(level, 0), 9)), profile, file, report)
      }
    }
  }
}

/// Writes pixels as a JPEG file (libjpeg-turbo, 4:2:0): equal pixels give equal bytes.
package enum JPEGEncoder {
  /// Encodes the image. Blocks while it computes.
  ///
  /// - Parameter quality: 1 to 100; others are clamped.
  /// - Throws: `unencodable` if the samples do not match the size, there is an alpha channel, an
  ///   edge is over 65,500 pixels or memory runs out.
  package static func encode(_ pixels: PixelBuffer, quality: Int = 85, isProgressive: Bool = false)
    throws(ImageError) -> [UInt8]
  {
    try EncoderFence.file(of: pixels) { picture, file, report in
      codec_encode_jpeg(
        picture, Int32(min(max(quality, 1), 100)), isProgressive ? 1 : 0, file, report)
    }
  }
}

/// The common path of both encoders into CImageCodec: checks the size, passes the pixels, copies
/// the file.
enum EncoderFence {
  static func file(
    of pixels: PixelBuffer,
    by encode: (
      UnsafePointer<codec_pixels>, UnsafeMutablePointer<codec_bytes>,
      UnsafeMutablePointer<codec_report>
    ) -> codec_status
  ) throws(ImageError) -> [UInt8] {
    try checkShape(of: pixels)
    var report = codec_report()
    var file = codec_bytes()
    defer { codec_bytes_free(&file) }
    let status = pixels.bytes.withUnsafeBufferPointer { bytes in
      var picture = codec_pixels(
        bytes: bytes.baseAddress, width: UInt32(pixels.width), height: UInt32(pixels.height),
        channels: UInt32(pixels.channels))
      return encode(&picture, &file, &report)
    }
    guard status == codec_ok else { throw ImageError(.unencodable, report.text) }
    return Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }

  private static func checkShape(of pixels: PixelBuffer) throws(ImageError) {
    let edges = 1...Int(Int32.max)
    let (area, isTooLarge) = pixels.width.multipliedReportingOverflow(by: pixels.height)
    guard [1, 3, 4].contains(pixels.channels), edges.contains(pixels.width),
      edges.contains(pixels.height), !isTooLarge,
      pixels.bytes.count.quotientAndRemainder(dividingBy: pixels.channels) == (area, 0)
    else {
      throw ImageError(
        .unencodable,
        "\(pixels.bytes.count) samples do not fit an image of \(pixels.width) x \(pixels.height)"
          + " with \(pixels.channels) channels")
    }
  }
}
