extension PixelBuffer {
  /// The picture as it is meant to be seen.
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

  /// Where the pixel that is seen at column `x` and row `y` is stored.
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
