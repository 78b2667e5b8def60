import TestSupport
import Testing

@testable import Images

@Suite("Colour profiles of thumbnails")
struct ColorProfileTests {
  /// A header for a monitor (ICC.1:2010, 7.2) and noise instead of tags: libpng does not read a
  /// profile of less than 92 compressed bytes.
  private func profile(space: String, count: Int = 532) -> [UInt8] {
    var generator = SeededGenerator(seed: 3)
    var bytes = [UInt8](repeating: 0, count: 132)
    bytes += (132..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    for (offset, field) in [
      (0, PNGFile.word(count)), (8, [2]), (12, Array("mntr".utf8)), (16, Array(space.utf8)),
      (20, Array("XYZ ".utf8)), (36, Array("acsp".utf8)),
      (68, [0, 0, 0xF6, 0xD6, 0, 1, 0, 0, 0, 0, 0xD3, 0x2D]),
    ] as [(Int, [UInt8])] {
      bytes.replaceSubrange(offset..<offset + field.count, with: field)
    }
    return bytes
  }

  private func carried(over file: [UInt8]) throws -> [UInt8] {
    let thumbnail = try #require(ImageProof(of: file, thumbnailEdge: 4).thumbnail)
    return try thumbnail.withUnsafeBufferPointer { file in
      let decoder = try ImageDecoder(.png, of: ImageSource(lending: file), limits: .init())
      _ = try decoder.decodeToTheEnd(nil)
      return decoder.profile
    }
  }

  private func jpeg(channels: Int, profile: [UInt8]) throws -> [UInt8] {
    try EXIF.jpeg(
      JPEGEncoder.encode(.drawn(8, 8, channels: channels)), marker: 0xE2,
      Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + profile)
  }

  @Test("A colour profile is copied to the thumbnail")
  func carriedOver() throws {
    let profile = profile(space: "RGB ")
    let deflated = PNGFile.zlib(profile)
    let png = PNGFile(width: 8, height: 8, depth: 8, color: 2) { [$0, $1, 0] }
      .adding("iCCP", Array("p\0\0".utf8) + deflated)
    #expect(try carried(over: jpeg(channels: 3, profile: profile)) == profile)
    #expect(try carried(over: png.bytes) == profile)
  }

  /// The profile's parts, in markers of this order.
  private func jpeg(_ profile: [UInt8], pieces: Int, order: [Int]) throws -> [UInt8] {
    let size = (profile.count + pieces - 1) / pieces
    return try order.reversed().reduce(JPEGEncoder.encode(.drawn(8, 8))) { file, number in
      let piece = profile.dropFirst((number - 1) * size).prefix(size)
      return EXIF.jpeg(
        file, marker: 0xE2,
        Array("ICC_PROFILE\0".utf8) + [UInt8(number), UInt8(pieces)] + piece)
    }
  }

  @Test(
    "A colour profile of a JPEG may be split over markers, in any order",
    arguments: [[1, 2, 3], [3, 1, 2], [1, 1, 2, 3]])
  func pieces(order: [Int]) throws {
    for count in [532, 65_530] {
      let profile = profile(space: "RGB ", count: count)
      #expect(try carried(over: jpeg(profile, pieces: 3, order: order)) == profile)
    }
  }

  @Test(
    "A colour profile with a missing part is omitted", arguments: [[1, 3], [2, 3], []])
  func missingPiece(order: [Int]) throws {
    #expect(try carried(over: jpeg(profile(space: "RGB "), pieces: 3, order: order)) == [])
  }

  @Test("A colour profile too large for thumbnails is applied: the thumbnail is in sRGB")
  func converted() throws {
    let red = PixelBuffer(
      width: 8, height: 8, channels: 3, bytes: (0..<64).flatMap { _ in [220, 30, 30] as [UInt8] })
    let profile = ICCProfile.screen(isSwapped: true).padded(to: 65_540)
    let file = try profile.inserted(in: JPEGEncoder.encode(red, quality: 100))
    let proof = try ImageProof(of: file, thumbnailEdge: 4)
    let pixels = try PixelBuffer(thumbnailOf: proof)
    let green = (0..<16).flatMap { _ in [30, 220, 30] as [UInt8] }
    #expect(
      pixels.largestError(to: PixelBuffer(width: 4, height: 4, channels: 3, bytes: green)) <= 3)
    #expect(try carried(over: file) == [])
  }

  @Test("Applying a large colour profile does not change alpha")
  func convertedAlpha() throws {
    let profile = ICCProfile.screen(isSwapped: true).padded(to: 65_540)
    let file = PNGFile(width: 8, height: 8, depth: 8, color: 6) { _, _ in [220, 30, 30, 100] }
      .adding("iCCP", Array("p\0\0".utf8) + PNGFile.zlib(profile.bytes))
    let proof = try ImageProof(of: file.bytes, thumbnailEdge: 1)
    let pixel = try PixelBuffer(thumbnailOf: proof)
    let green = PixelBuffer(width: 1, height: 1, channels: 4, bytes: [30, 220, 30, 100])
    #expect(pixel.largestError(to: green) <= 1)
  }

  @Test("A colour profile that is too large and invalid is omitted")
  func brokenLarge() throws {
    let profile = profile(space: "RGB ", count: 70_000)
    let file = try JPEGEncoder.encode(.drawn(8, 8))
    let expected = try ImageProof(of: file, thumbnailEdge: 4).thumbnail
    #expect(
      try ImageProof(of: jpeg(profile, pieces: 3, order: [1, 2, 3]), thumbnailEdge: 4).thumbnail
        == expected)
  }

  @Test("A colour profile of another colour model, with a wrong length or no signature is omitted")
  func leftOut() throws {
    let good = profile(space: "RGB ")
    var unsigned = good
    unsigned[36] = 0
    #expect(try carried(over: jpeg(channels: 1, profile: good)) == [])
    #expect(try carried(over: jpeg(channels: 3, profile: profile(space: "CMYK"))) == [])
    #expect(try carried(over: jpeg(channels: 3, profile: good + [0])) == [])
    #expect(try carried(over: jpeg(channels: 3, profile: unsigned)) == [])
    #expect(try carried(over: jpeg(channels: 3, profile: [1, 2, 3])) == [])
  }
}
