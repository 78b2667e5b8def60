import CImageCodec

/// Writes pixels as a PNG file (libpng): equal pixels give equal bytes.
package enum PNGEncoder {
  /// The file, without ancillary chunks. Blocks while it computes.
  ///
  /// - Parameter level: zlib's compression level, 0 to 9; others are clamped. 1 is made for photos:
  ///   drawings come out smaller from 2 on.
  /// - Throws: `unencodable`, where the samples do not fit the shape or memory is short.
  package static func encode(_ pixels: PixelBuffer, level: Int = 1) throws(ImageError) -> [UInt8] {
    try encode(pixels, level: level, profile: nil)
  }

  /// With a profile, if libpng finds no fault in it.
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
