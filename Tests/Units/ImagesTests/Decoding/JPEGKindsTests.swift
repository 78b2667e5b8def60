import Testing

@testable import Images

@Suite("Every kind of JPEG")
struct JPEGKindsTests {
  @Test(
    "Every kind of JPEG is decoded to its colours",
    arguments: [
      JPEGFixtures.full, JPEGFixtures.halfAcross, JPEGFixtures.halfDown,
      JPEGFixtures.quarterAcross, JPEGFixtures.restarted, JPEGFixtures.arithmetic,
      JPEGFixtures.untransformed,
    ])
  func colors(file: [UInt8]) throws {
    try expect([200, 60, 30], [20, 90, 220], in: file)
  }

  @Test(
    "Every kind of CMYK JPEG is decoded to its colours",
    arguments: [JPEGFixtures.ink, JPEGFixtures.inkYCCK])
  func ink(file: [UInt8]) throws {
    try expect([160, 48, 24], [16, 72, 176], in: file)
  }

  @Test("Every kind of CMYK JPEG is decoded alike without its Adobe marker")
  func unmarkedInk() throws {
    let file = JPEGFixtures.ink
    let unmarked = Array(file.prefix(2) + file.dropFirst(18))
    try #require(file[2...3] == [0xFF, 0xEE] && unmarked[2...3] == [0xFF, 0xDB])
    try expect([160, 48, 24], [16, 72, 176], in: unmarked)
  }

  @Test(
    "Every kind of JPEG is refused wherever it is truncated",
    arguments: [
      JPEGFixtures.restarted, JPEGFixtures.arithmetic, JPEGFixtures.inkYCCK,
      JPEGFixtures.quarterAcross,
    ])
  func cuts(file: [UInt8]) {
    // The end marker may be missing, unless zeros after the end would count as data.
    for count in 0..<file.count - (file == JPEGFixtures.arithmetic ? 0 : 2) {
      #expect(throws: ImageError.self, "cut to \(count) of \(file.count)") {
        try ImageProof(of: Array(file.prefix(count)), thumbnailEdge: 4)
      }
    }
  }

  private func expect(_ left: [Int], _ right: [Int], in file: [UInt8]) throws {
    let proof = try ImageProof(of: file, thumbnailEdge: 32)
    #expect((proof.width, proof.height) == (32, 16))
    let pixels = try PixelBuffer(thumbnailOf: proof)
    #expect(pixels.channels == 3)
    for (x, color) in [(4, left), (27, right)] {
      let pixel = pixels.bytes[((8 * 32 + x) * 3)...].prefix(3).map(Int.init)
      #expect(zip(pixel, color).allSatisfy { abs($0 - $1) <= 5 }, "\(pixel) at column \(x)")
    }
  }
}
