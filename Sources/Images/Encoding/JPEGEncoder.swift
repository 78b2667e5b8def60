import CImageCodec

/// Writes pixels as a JPEG file (libjpeg-turbo, 4:2:0): equal pixels give equal bytes.
package enum JPEGEncoder {
  /// The file. Blocks while it computes.
  ///
  /// - Parameter quality: 1 to 100; others are clamped.
  /// - Throws: `unencodable`, where the samples do not fit the shape, there is an alpha channel, an
  ///   edge is over 65,500 pixels or memory is short.
  package static func encode(_ pixels: PixelBuffer, quality: Int = 85, isProgressive: Bool = false)
    throws(ImageError) -> [UInt8]
  {
    try EncoderFence.file(of: pixels) { picture, file, report in
      codec_encode_jpeg(
        picture, Int32(min(max(quality, 1), 100)), isProgressive ? 1 : 0, file, report)
    }
  }
}
