import CImageCodec

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

  /// Takes the samples unchecked; an encoder refuses a count that does not match the size.
  package init(width: Int, height: Int, channels: Int, bytes: [UInt8]) {
    self.width = width
    self.height = height
    self.channels = channels
    self.bytes = bytes
  }
}

/// Width and height of an image in pixels.
struct PixelSize: Hashable {
  let width: Int
  let height: Int

  /// The size with this longest edge and the same aspect ratio: never larger than this size, and at
  /// least one pixel each way.
  func fitting(edge: Int) -> PixelSize {
    let longest = max(width, height)
    guard edge < longest else { return self }
    return PixelSize(
      width: Self.scaled(width, edge, longest), height: Self.scaled(height, edge, longest))
  }

  /// `length * numerator / denominator`, rounded.
  private static func scaled(_ length: Int, _ numerator: Int, _ denominator: Int) -> Int {
    max(1, (length * numerator + denominator / 2) / denominator)
  }
}

extension PixelBuffer {
  /// Converted to sRGB, the default of a PNG; unchanged if the profile is unusable or grey.
  func converted(from profile: ColorProfile) -> PixelBuffer {
    guard channels > 1 else { return self }
    var converted = self
    converted.bytes.withUnsafeMutableBufferPointer { pixels in
      profile.bytes.withUnsafeBufferPointer { profile in
        let profile = codec_bytes_view(bytes: profile.baseAddress, count: profile.count)
        _ = codec_convert_to_srgb(
          profile, pixels.baseAddress, pixels.count / channels, UInt32(channels))
      }
    }
    return converted
  }
}

extension PixelBuffer {
  /// The image turned upright.
  func turnedUpright(from orientation: Orientation) -> PixelBuffer {
    guard orientation != .up else { return self }
    let size = orientation.isTransposed ? (height, width) : (width, height)
    var turned = [UInt8]()
    turned.reserveCapacity(bytes.count)
    for y in 0..<size.1 {
      for x in 0..<size.0 {
        let (column, row) = stored(x, y, orientation)
        let pixel = (row * width + column) * channels
        turned.append(contentsOf: bytes[pixel..<pixel + channels])
      }
    }
    return PixelBuffer(width: size.0, height: size.1, channels: channels, bytes: turned)
  }

  /// Index of the stored pixel for column `x` and row `y` of the upright image.
  private func stored(_ x: Int, _ y: Int, _ orientation: Orientation) -> (Int, Int) {
    switch orientation {
    case .up: (x, y)
    case .upMirrored: (width - 1 - x, y)
    case .down: (width - 1 - x, height - 1 - y)
    case .downMirrored: (x, height - 1 - y)
    case .leftMirrored: (y, x)
    case .right: (y, height - 1 - x)
    case .rightMirrored: (width - 1 - y, height - 1 - x)
    case .left: (width - 1 - y, x)
    }
  }
}
