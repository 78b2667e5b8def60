import Testing

@testable import Images

@Suite("The colour profile of a CMYK JPEG")
struct InkProfileTests {
  private static let files = [JPEGFixtures.ink, JPEGFixtures.inkYCCK]

  private func pixels(of file: [UInt8], _ profile: ICCProfile? = nil) throws -> PixelBuffer {
    let file = profile?.inserted(in: file) ?? file
    return try PixelBuffer(thumbnailOf: ImageProof(of: file, thumbnailEdge: 32))
  }

  @Test("The profile of a CMYK JPEG determines the colours of its inks", arguments: files)
  func colors(file: [UInt8]) throws {
    let change = try pixels(of: file, .press).meanError(to: pixels(of: file))
    #expect(change > 40)
  }

  @Test(
    "The profile of a CMYK JPEG is not copied, and equal files give equal thumbnails",
    arguments: files)
  func bytes(file: [UInt8]) throws {
    let file = ICCProfile.press.inserted(in: file)
    let thumbnail = try #require(ImageProof(of: file, thumbnailEdge: 32).thumbnail)
    #expect(PNGFile(of: thumbnail).chunks.map(\.type) == ["IHDR", "IDAT", "IEND"])
    #expect(try ImageProof(of: file, thumbnailEdge: 32).thumbnail == thumbnail)
  }

  @Test("The profile of a CMYK JPEG may have up to 4 MiB, as profiles of printing presses need")
  func size() throws {
    let file = JPEGFixtures.ink
    let converted = try pixels(of: file, .press)
    #expect(try pixels(of: file, .press.padded(to: 4 << 20)) == converted)
    #expect(try pixels(of: file, .press.padded(to: 4 << 20 + 4)) == pixels(of: file))
  }

  /// Each of these changes makes a valid profile invalid.
  private static let breaks: [(String, @Sendable (inout ICCProfile) -> Void)] = [
    ("of another space", { $0.space = "RGB " }),
    ("without a table", { $0.tags.removeLast() }),
    ("cut within its table", { $0.tags[$0.tags.count - 1].data.removeLast(2000) }),
    ("of a table that claims more", { $0.tags[$0.tags.count - 1].data[10] = 255 }),
    ("of a table for another number of inks", { $0.tags[$0.tags.count - 1].data[8] = 3 }),
    ("with floating-point steps", { $0.tags.append(("D2B0", steps)) }),
  ]

  /// One step, which gives the same grey for all inks (ICC.1:2010, multiProcessElementsType):
  /// valid, but not supported.
  private static var steps: [UInt8] {
    let shape: [UInt8] = [0, 4, 0, 3]
    let factors = [UInt8](repeating: 0, count: 12 * 4)
    let lightness = PNGFile.word(Int(Float(50).bitPattern))
    let step =
      Array("matf\0\0\0\0".utf8) + shape + factors + lightness + [UInt8](repeating: 0, count: 8)
    return Array("mpet\0\0\0\0".utf8) + shape + PNGFile.word(1) + PNGFile.word(24)
      + PNGFile.word(step.count) + step
  }

  @Test("An invalid profile of a CMYK JPEG is ignored", arguments: breaks)
  func broken(name: String, change: @Sendable (inout ICCProfile) -> Void) throws {
    var profile = ICCProfile.press
    change(&profile)
    #expect(try pixels(of: JPEGFixtures.ink, profile) == pixels(of: JPEGFixtures.ink))
  }

  @Test("A CMYK JPEG with a truncated profile is intact")
  func cuts() throws {
    let bytes = ICCProfile.press.bytes
    for count in stride(from: 1, to: bytes.count, by: 997) {
      let file = EXIF.jpeg(
        JPEGFixtures.ink, marker: 0xE2,
        Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + bytes.prefix(count))
      #expect(try ImageProof(of: file, thumbnailEdge: 32).thumbnail != nil, "cut to \(count)")
    }
  }
}
