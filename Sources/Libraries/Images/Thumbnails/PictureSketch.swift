/// The colours of a picture on a grid of 8 x 8 fields: enough to tell whether two files may show one picture, whatever
/// their size, their format and their loss.
package struct PictureSketch: Sendable, Hashable {
  static let edge = 8
  /// The pixels that a picture has each way at least: in fewer for each field, the colours of a JPEG run over.
  private static let leastPixels = 4 * edge
  /// The mean difference of samples up to which two files may show one picture. Rounding and loss make a small one.
  private static let mostDifference = 16

  /// Red, green and blue in sRGB of each field, rows from the top.
  let samples: [UInt8]

  /// - Returns: Nil for another number of samples.
  init?(samples: [UInt8]) {
    guard samples.count == Self.edge * Self.edge * 3 else { return nil }
    self.samples = samples
  }

  /// - Parameter picture: Upright, in sRGB, without alpha.
  init?(of picture: PixelBuffer) {
    guard min(picture.width, picture.height) >= Self.leastPixels, picture.channels < 4
    else { return nil }
    let fields = picture.reduced(to: PixelSize(width: Self.edge, height: Self.edge))
    samples =
      fields.channels == 1 ? fields.bytes.flatMap { [$0, $0, $0] } : fields.bytes
  }

  /// Whether two files may show one picture.
  package func isLike(_ other: PictureSketch) -> Bool {
    let sum = zip(samples, other.samples).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return sum <= Self.mostDifference * samples.count
  }
}
