import Testing

@testable import Images

@Suite("Thumbnails")
struct ThumbnailTests {
  private func thumbnail(of file: [UInt8], edge: Int) throws -> PixelBuffer {
    let proof = try ImageProof(of: file, thumbnailEdge: edge)
    return try PixelBuffer(thumbnailOf: proof)
  }

  @Test(
    "A thumbnail of a PNG is the area average in linear light within 1/255",
    arguments: [(100, 65, 32, 21), (65, 100, 21, 32), (97, 61, 30, 19), (65, 64, 64, 63)])
  func png(width: Int, height: Int, smallWidth: Int, smallHeight: Int) throws {
    for channels in [1, 3, 4] {
      let pixels = PixelBuffer.drawn(width, height, channels: channels)
      let small = try thumbnail(
        of: PNGEncoder.encode(pixels), edge: max(smallWidth, smallHeight))
      #expect(small.largestError(to: pixels.averaged(to: smallWidth, smallHeight)) <= 1)
    }
  }

  @Test(
    "A thumbnail of a JPEG is close to the area average of the full decode",
    arguments: [(200, 130, 24), (167, 250, 20), (501, 219, 30), (60, 48, 40)], [false, true])
  func jpeg(shape: (Int, Int, Int), isProgressive: Bool) throws {
    for channels in [1, 3] {
      let file = try JPEGEncoder.encode(
        .drawn(shape.0, shape.1, channels: channels), isProgressive: isProgressive)
      let small = try thumbnail(of: file, edge: shape.2)
      let reference = try PixelBuffer(decoding: file).averaged(to: small.width, small.height)
      #expect(max(small.width, small.height) == shape.2)
      #expect(small.channels == channels)
      #expect(small.meanError(to: reference) < 1)
    }
  }

  @Test("A thumbnail of a small image has the image's size and samples", arguments: [1, 3, 4])
  func neverEnlarged(channels: Int) throws {
    let pixels = PixelBuffer.drawn(20, 10, channels: channels)
    let file = try PNGEncoder.encode(pixels)
    #expect(try thumbnail(of: file, edge: 20) == pixels)
    #expect(try thumbnail(of: file, edge: .max) == pixels)
  }

  @Test("A thumbnail is at least one pixel wide and high", arguments: [(300, 1), (1, 300)])
  func thin(width: Int, height: Int) throws {
    for file in [
      try PNGEncoder.encode(.drawn(width, height)), try JPEGEncoder.encode(.drawn(width, height)),
    ] {
      let small = try thumbnail(of: file, edge: 16)
      #expect((small.width, small.height) == (min(width, 16), min(height, 16)))
    }
  }

  @Test(
    "A thumbnail of a thin JPEG contains nothing of the JPEG's padding", arguments: [2, 9, 17])
  func padding(width: Int) throws {
    // Black except for the last column, which the encoder repeats to the end of the block.
    let pixels = PixelBuffer(
      width: width, height: 256, channels: 1,
      bytes: (0..<256 * width).map { $0 % width == width - 1 ? 255 : 0 })
    let file = try JPEGEncoder.encode(pixels, quality: 100)
    for small in [try thumbnail(of: file, edge: 16), try thumbnail(of: file, edge: 4)] {
      #expect(small.largestError(to: pixels.averaged(to: small.width, small.height)) < 8)
    }
  }

  @Test("The colour of a transparent pixel does not affect its neighbours in a thumbnail")
  func premultiplied() throws {
    let pixels = PixelBuffer(
      width: 2, height: 1, channels: 4, bytes: [255, 0, 0, 255, 0, 255, 0, 0])
    let small = try thumbnail(of: PNGEncoder.encode(pixels), edge: 1)
    #expect(small.bytes == [255, 0, 0, 128])
  }

  @Test("A thumbnail of a JPEG, PNG or WebP is rotated upright by EXIF", arguments: 1...8)
  func orientation(number: Int) throws {
    let pixels = PixelBuffer.drawn(48, 32)
    let orientation = try #require(Orientation(rawValue: number))
    let stored = pixels.turned(by: orientation)
    let jpeg = try EXIF.jpeg(JPEGEncoder.encode(stored, quality: 95), orientation: number)
    let png = PNGFile(width: stored.width, height: stored.height, depth: 8, color: 2) { x, y in
      stored.bytes[((y * stored.width + x) * 3)...].prefix(3).map(Int.init)
    }.adding("eXIf", EXIF.block(orientation: number))
    let webp = try WebPFile(stored).adding("EXIF", EXIF.block(orientation: number), flag: 8)
    let upright = pixels.averaged(to: 24, 16)
    #expect(try thumbnail(of: webp.bytes, edge: 24).largestError(to: upright) <= 1)
    #expect(try thumbnail(of: png.bytes, edge: 24).largestError(to: upright) <= 1)
    #expect(try thumbnail(of: jpeg, edge: 24).meanError(to: upright) < 4)
  }

  @Test("Thumbnails of equal files have equal bytes")
  func deterministic() throws {
    let file = try JPEGEncoder.encode(.drawn(300, 200))
    let first = try ImageProof(of: file, thumbnailEdge: 100).thumbnail
    #expect(try ImageProof(of: file, thumbnailEdge: 100).thumbnail == first)
  }
}

extension PixelBuffer {
  /// The stored image of a camera held so that `orientation` rotates it upright.
  fileprivate func turned(by orientation: Orientation) -> PixelBuffer {
    switch orientation {
    case .right: turnedUpright(from: .left)
    case .left: turnedUpright(from: .right)
    default: turnedUpright(from: orientation)
    }
  }
}
