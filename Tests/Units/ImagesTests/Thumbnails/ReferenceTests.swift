import Testing

@testable import Images

/// Compares each thumbnail with that of ImageMagick for the same file.
@Suite("Thumbnails compared with ImageMagick")
struct ReferenceTests {
  private static let drawn = PixelBuffer.drawn(96, 64)
  private static let sizes = [(32, 21), (24, 16), (48, 32)]

  private func expectNear(
    _ file: [UInt8], _ sizes: [(Int, Int)] = sizes, _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for (width, height) in sizes {
      let proof = try ImageProof(of: file, thumbnailEdge: max(width, height))
      let ours = try PixelBuffer(thumbnailOf: proof).visible
      let theirs = try await Reference.pixels(of: file, width, height).visible
      #expect(ours.meanError(to: theirs) < 2, comment, sourceLocation: sourceLocation)
    }
  }

  @Test(
    "A thumbnail like ImageMagick's: a PNG of every colour type and depth",
    arguments: PNGKindsTests.kinds,
    [false, true])
  func png(kind: (color: Int, depth: Int), isInterlaced: Bool) async throws {
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][kind.color] ?? 0
    let most = (1 << kind.depth) - 1
    var file = PNGFile(
      width: 96, height: 64, depth: kind.depth, color: kind.color, isInterlaced: isInterlaced
    ) { x, y in
      let first = (y * 96 + x) * 3
      var samples = Self.drawn.bytes[first..<first + 3].map(Int.init)
      samples.append(x * 255 / 95)
      return samples.suffix(channels).map { $0 * most / 255 }
    }
    if kind.color == 3 { file = file.adding("PLTE", Self.palette(of: most + 1)) }
    try await expectNear(file.bytes, [(24, 16)])
  }

  /// Red, green and blue of this many colours, in which neighbours are similar.
  private static func palette(of count: Int) -> [UInt8] {
    (0..<count).flatMap { (index: Int) -> [UInt8] in
      let share = UInt8(index * 255 / (count - 1))
      return [share, 255 - share, share / 2]
    }
  }

  @Test("A thumbnail like ImageMagick's: a PNG with a transparent colour or a palette with alpha")
  func transparentColor() async throws {
    let grey = PNGFile(width: 96, height: 64, depth: 8, color: 0) { x, y in [x + y] }
      .adding("tRNS", [0, 40])
    let alphas: [UInt8] = (0..<32).map { (index: UInt8) in index * 8 }
    let palette = PNGFile(width: 96, height: 64, depth: 8, color: 3) { x, y in [(x + y) / 8] }
      .adding("PLTE", Self.palette(of: 32)).adding("tRNS", alphas)
    for file in [grey, palette] { try await expectNear(file.bytes, [(24, 16)]) }
  }

  @Test(
    "A thumbnail like ImageMagick's: a baseline or progressive JPEG, in colour and grey",
    arguments: [false, true], [1, 3])
  func jpeg(isProgressive: Bool, channels: Int) async throws {
    let pixels = PixelBuffer.drawn(96, 64, channels: channels)
    try await expectNear(
      JPEGEncoder.encode(pixels, quality: 90, isProgressive: isProgressive))
  }

  @Test(
    "A thumbnail like ImageMagick's: a JPEG of every sampling and coding",
    arguments: [
      JPEGFixtures.full, JPEGFixtures.halfAcross, JPEGFixtures.halfDown,
      JPEGFixtures.quarterAcross, JPEGFixtures.restarted, JPEGFixtures.arithmetic,
      JPEGFixtures.untransformed, JPEGFixtures.ink, JPEGFixtures.inkYCCK,
    ])
  func jpegKinds(file: [UInt8]) async throws {
    try await expectNear(file, [(16, 8)])
  }

  @Test(
    "A thumbnail like ImageMagick's: a CMYK JPEG with a profile",
    arguments: [JPEGFixtures.ink, JPEGFixtures.inkYCCK])
  func inkWithProfile(file: [UInt8]) async throws {
    try await expectNear(ICCProfile.press.inserted(in: file), [(16, 8), (32, 16)])
  }

  @Test("A thumbnail like ImageMagick's: a CMYK photo with a printing press profile")
  func pressPhoto() async throws {
    let file = try await Reference.converted(
      PNGEncoder.encode(.drawn(384, 256)), to: "jpg", ["-colorspace", "CMYK", "-quality", "95"])
    try await expectNear(ICCProfile.press.inserted(in: file), [(24, 16), (48, 32), (192, 128)])
  }

  @Test("A thumbnail like ImageMagick's: a JPEG whose profile is too large to be copied")
  func convertedProfile() async throws {
    let file = try JPEGEncoder.encode(.drawn(96, 64), quality: 90)
    let profile = ICCProfile.screen(isSwapped: true).padded(to: 70_000)
    try await expectNear(profile.inserted(in: file))
  }

  @Test(
    "A thumbnail like ImageMagick's: a JPEG with colour subsampled along one edge",
    arguments: ["4x1", "1x4", "2x1", "1x2"])
  func coarseColors(sampling: String) async throws {
    let file = try await Reference.converted(
      PNGEncoder.encode(.drawn(384, 256)), to: "jpg", ["-sampling-factor", sampling])
    try await expectNear(file, [(24, 16), (48, 32)])
  }

  @Test("A thumbnail like ImageMagick's: a JPEG rotated by EXIF", arguments: 1...8)
  func orientation(number: Int) async throws {
    let file = try EXIF.jpeg(JPEGEncoder.encode(Self.drawn, quality: 90), orientation: number)
    try await expectNear(file, [number >= 5 ? (16, 24) : (24, 16)])
  }

  @Test("A thumbnail like ImageMagick's: a GIF, plain, interlaced or with a transparent colour")
  func gif() async throws {
    var frame = GIFFile.Frame(96, 64) { x, y in (x * 2 + y) % 256 }
    try await expectNear(GIFFile(96, 64, palette: GIFFile.soft, frame).bytes)
    frame.isInterlaced = true
    frame.transparent = 77
    try await expectNear(GIFFile(96, 64, palette: GIFFile.soft, frame).bytes)
  }

  @Test(
    "A thumbnail like ImageMagick's: a lossy or lossless WebP, with and without alpha",
    arguments: [nil, 90],
    [3, 4])
  func webp(quality: Float?, channels: Int) async throws {
    let pixels = PixelBuffer.drawn(96, 64, channels: channels)
    try await expectNear(WebPFile.simple(pixels, quality: quality))
  }

  @Test("A thumbnail like ImageMagick's: the first frame of an animated WebP")
  func animatedWebP() async throws {
    let file = try WebPFile(96, 64, [.init(pixels: Self.drawn), .init(pixels: .drawn(9, 9))])
    try await expectNear(file.bytes)
  }
}

extension GIFFile {
  /// Colours in which neighbours are similar.
  fileprivate static let soft: [[UInt8]] = (0...255).map { (index: UInt8) in
    [index, 255 - index, index / 2]
  }
}
