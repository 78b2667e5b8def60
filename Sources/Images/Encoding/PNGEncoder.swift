import CImageCodec

/// Writes pixels as a PNG file (libpng, SUB filter, no ancillary chunks): equal pixels give equal
/// bytes.
package enum PNGEncoder {
  /// The file. Blocks while it computes.
  ///
  /// - Parameter level: zlib's compression level, 0 to 9; others are clamped.
  /// - Throws: `unencodable`, where the samples do not fit the shape or memory is short.
  package static func encode(_ pixels: PixelBuffer, level: Int = 1) throws(ImageError) -> [UInt8] {
    try EncodedImage.bytes(of: pixels) { picture, file, report in
      codec_encode_png(picture, Int32(min(max(level, 0), 9)), file, report)
    }
  }
}
