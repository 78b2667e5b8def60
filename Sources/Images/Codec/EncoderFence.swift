import CImageCodec

/// The way of both encoders through the C fence: checks the shape, lends the pixels, takes the
/// file.
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
        "\(pixels.bytes.count) samples are no picture of \(pixels.width) x \(pixels.height)"
          + " with \(pixels.channels) channels")
    }
  }
}
