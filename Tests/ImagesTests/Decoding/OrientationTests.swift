import Testing

@testable import Images

@Suite("Orientation")
struct OrientationTests {
  @Test("is read in both byte orders", arguments: Orientation.allCases, [true, false])
  func byteOrders(orientation: Orientation, isBigEndian: Bool) {
    let block = EXIF.block(orientation: orientation.rawValue, isBigEndian: isBigEndian)
    #expect(Orientation(exif: block) == orientation)
  }

  @Test("is up where the number makes no sense", arguments: [0, 9, 65_535])
  func nonsense(number: Int) {
    #expect(Orientation(exif: EXIF.block(orientation: number)) == .up)
  }

  @Test("is up where the block ends before the value, wherever it is cut")
  func cut() {
    let block = EXIF.block(orientation: 6)
    // The value's two bytes, the entry's padding and the next directory's offset are the last.
    for count in 0..<block.count - 6 {
      #expect(Orientation(exif: Array(block.prefix(count))) == .up)
    }
  }

  @Test("is up where the directory lies outside")
  func outside() {
    var block = EXIF.block(orientation: 6)
    block.replaceSubrange(4..<8, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(Orientation(exif: block) == .up)
  }

  @Test("turns each corner to its place")
  func corners() {
    let stored = PixelBuffer(width: 3, height: 2, channels: 1, bytes: [1, 2, 3, 4, 5, 6])
    let seen: [Orientation: [UInt8]] = [
      .up: [1, 2, 3, 4, 5, 6], .upMirrored: [3, 2, 1, 6, 5, 4], .down: [6, 5, 4, 3, 2, 1],
      .downMirrored: [4, 5, 6, 1, 2, 3], .leftMirrored: [1, 4, 2, 5, 3, 6],
      .right: [4, 1, 5, 2, 6, 3], .rightMirrored: [6, 3, 5, 2, 4, 1], .left: [3, 6, 2, 5, 1, 4],
    ]
    for (orientation, bytes) in seen {
      let upright = stored.turnedUpright(from: orientation)
      #expect(upright.bytes == bytes, "\(orientation)")
      #expect(upright.width == (orientation.isTransposed ? 2 : 3))
    }
  }
}
