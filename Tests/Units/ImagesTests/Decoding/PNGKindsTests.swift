import Testing

@testable import Images

@Suite("Every kind of PNG")
struct PNGKindsTests {
  /// Colour type and depth (PNG specification, section 11.2.2).
  static let kinds = [
    (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (3, 1), (3, 2), (3, 4), (3, 8),
    (4, 8), (4, 16), (6, 8), (6, 16),
  ]

  @Test("Every kind of PNG is decoded exactly, sample by sample", arguments: kinds, [false, true])
  func samples(kind: (color: Int, depth: Int), isInterlaced: Bool) throws {
    for (width, height) in [(13, 11), (1, 1), (2, 9), (33, 3)] {
      let picture = Picture(kind.color, kind.depth, width, height)
      let file = picture.file(isInterlaced: isInterlaced).bytes
      let proof = try ImageProof(of: file, thumbnailEdge: .max)
      #expect(proof.warnings == [])
      #expect(try PixelBuffer(thumbnailOf: proof) == picture.expected)
      #expect(try ImageProof(of: file, thumbnailEdge: nil).width == width)
    }
  }

  @Test("Every kind of PNG may have a transparent colour")
  func transparentColor() throws {
    let grey = PNGFile(width: 2, height: 1, depth: 8, color: 0) { x, _ in [x * 9] }
      .adding("tRNS", [0, 9])
    let palette = PNGFile(width: 2, height: 1, depth: 8, color: 3) { x, _ in [x] }
      .adding("PLTE", [1, 2, 3, 4, 5, 6]).adding("tRNS", [255, 128])
    for (file, bytes) in [
      (grey, [0, 0, 0, 255, 0, 0, 0, 0]), (palette, [1, 2, 3, 255, 4, 5, 6, 128]),
    ] as [(PNGFile, [UInt8])] {
      let proof = try ImageProof(of: file.bytes, thumbnailEdge: 2)
      #expect(try PixelBuffer(thumbnailOf: proof).bytes == bytes)
    }
  }

  @Test("Every kind of PNG with a gamma is converted to the gamma of sRGB")
  func gamma() throws {
    // Linear light: a half is 188 in sRGB.
    let file = PNGFile(width: 1, height: 1, depth: 8, color: 0) { _, _ in [128] }
      .adding("gAMA", PNGFile.word(100_000))
    let proof = try ImageProof(of: file.bytes, thumbnailEdge: 1)
    let sample = try #require(PixelBuffer(thumbnailOf: proof).bytes.first)
    #expect((185...188).contains(sample))
  }
}

/// An image of one kind, with the expected pixels.
private struct Picture {
  let color: Int
  let depth: Int
  let width: Int
  let height: Int

  init(_ color: Int, _ depth: Int, _ width: Int, _ height: Int) {
    (self.color, self.depth, self.width, self.height) = (color, depth, width, height)
  }

  func file(isInterlaced: Bool) -> PNGFile {
    let file = PNGFile(
      width: width, height: height, depth: depth, color: color, isInterlaced: isInterlaced,
      pixel: samples)
    return color == 3 ? file.adding("PLTE", palette.flatMap { $0 }) : file
  }

  var expected: PixelBuffer {
    let channels = [0: 1, 2: 3, 3: 3, 4: 4, 6: 4][color] ?? 0
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width { bytes += pixel(x, y) }
    }
    return PixelBuffer(width: width, height: height, channels: channels, bytes: bytes)
  }

  private var palette: [[UInt8]] {
    (0..<1 << depth).map { [UInt8($0), UInt8(255 - $0), UInt8($0 / 2)] }
  }

  /// Samples as stored; alpha is never 0, which would lose the colour.
  private func samples(x: Int, y: Int) -> [Int] {
    let count = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][color] ?? 0
    let limit = 1 << depth
    return (0..<count).map { channel in
      let isAlpha = color >= 4 && channel == count - 1
      let value = (x * 2711 + y * 977 + channel * 5003) % limit
      return isAlpha ? max(value, limit / 8) : value
    }
  }

  private func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    let samples = samples(x: x, y: y)
    if color == 3 { return palette[samples[0]] }
    let most = (1 << depth) - 1
    let bytes = samples.map { UInt8(($0 * 255 + most / 2) / most) }
    return color == 4 ? [bytes[0], bytes[0], bytes[0], bytes[1]] : bytes
  }
}
