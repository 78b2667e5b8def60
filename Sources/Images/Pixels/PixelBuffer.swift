/// 8-bit pixels, rows from the top, no padding.
package struct PixelBuffer: Sendable, Hashable {
  /// In pixels.
  package let width: Int
  /// In pixels.
  package let height: Int
  /// 1 grey, 3 RGB, 4 RGBA (not premultiplied).
  package let channels: Int
  /// `width * height * channels` samples.
  package var bytes: [UInt8]

  /// Takes the samples as they are; an encoder refuses a count that does not fit the shape.
  package init(width: Int, height: Int, channels: Int, bytes: [UInt8]) {
    self.width = width
    self.height = height
    self.channels = channels
    self.bytes = bytes
  }
}
