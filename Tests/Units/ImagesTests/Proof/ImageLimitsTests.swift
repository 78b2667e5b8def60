import Foundation
import TestSupport
import Testing

@testable import Images

@Suite("Limits of decoding")
struct ImageLimitsTests {
  private func refusal(
    of file: [UInt8], edge: Int? = 8, _ change: (inout ImageLimits) -> Void = { _ in }
  ) -> ImageError? {
    var limits = ImageLimits()
    limits.pixels = 100_000_000
    change(&limits)
    return #expect(throws: ImageError.self) {
      try ImageProof(of: file, thumbnailEdge: edge, limits: limits)
    }
  }

  @Test(
    "A PNG whose header exceeds a limit is refused before decoding",
    arguments: [(30_000, 30_000), (65_501, 1), (1, 2_147_483_647), (65_500, 65_500)])
  func hugePNG(width: Int, height: Int) {
    let file = PNGFile(
      width: width, height: height, depth: 1, color: 0, isInterlaced: false, rows: [[0]])
    let error = refusal(of: file.bytes)
    #expect(error?.kind == .tooLarge)
    let limit = max(width, height) > 65_500 ? "65500 along an edge" : "100000000"
    #expect(error?.message == "\(width) x \(height) pixels are over the limit of \(limit)")
  }

  /// Changes the size that the file's frame states.
  private func resized(_ jpeg: [UInt8], to width: Int, _ height: Int) throws -> [UInt8] {
    var jpeg = jpeg
    let frame = try #require(
      [0xC0, 0xC2].lazy.compactMap { jpeg.firstRange(of: [0xFF, $0, 0, 17, 8]) }.first)
    let size = [height, width].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    jpeg.replaceSubrange(frame.upperBound..<frame.upperBound + 4, with: size)
    return jpeg
  }

  @Test(
    "The default limits accept the images of the largest cameras",
    arguments: [(11_662, 8746, false), (16_320, 12_240, false), (8192, 5464, true)])
  func cameras(width: Int, height: Int, isProgressive: Bool) throws {
    // The error is about the missing pixels. Without subsampling the coefficients need most memory.
    var file = try resized(
      JPEGEncoder.encode(.drawn(8, 8), isProgressive: isProgressive), to: width, height)
    let sampling = try #require(file.firstRange(of: [1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]))
    file[sampling.lowerBound + 1] = 0x11
    let error = #expect(throws: ImageError.self) { try ImageProof(of: file, thumbnailEdge: 8) }
    #expect([.truncated, .damaged].contains(error?.kind), "\(String(describing: error))")
    let png = PNGFile(
      width: width, height: height, depth: 8, color: 2, isInterlaced: false, rows: [])
    let pngError = #expect(throws: ImageError.self) {
      try ImageProof(of: png.bytes, thumbnailEdge: 8)
    }
    #expect(pngError?.kind == .damaged)
  }

  @Test("A JPEG whose header exceeds a limit is refused before decoding", arguments: [false, true])
  func hugeJPEG(isProgressive: Bool) throws {
    let file = try resized(
      JPEGEncoder.encode(.drawn(8, 8), isProgressive: isProgressive), to: 0xFF00, 0xFF00)
    #expect(refusal(of: file)?.kind == .tooLarge)
  }

  @Test("A progressive JPEG whose coefficients need more than half a gigabyte is refused")
  func largeProgressiveJPEG() throws {
    var file = try resized(
      JPEGEncoder.encode(.drawn(8, 8), isProgressive: true), to: 10_000, 10_000)
    let sampling = try #require(file.firstRange(of: [1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]))
    file[sampling.lowerBound + 1] = 0x11
    #expect(refusal(of: file)?.kind == .tooLarge)
  }

  @Test("A GIF whose header exceeds a limit is refused before decoding")
  func hugeGIF() {
    // 44 bytes are enough to state four billion pixels.
    var file = GIFFile(65_535, 65_535, palette: [[0, 0, 0]], .init(1, 1) { _, _ in 0 })
    #expect(refusal(of: file.bytes)?.kind == .tooLarge)
    (file.width, file.height) = (1, 1)
    var bytes = file.bytes
    // Signature, canvas, two colours; separator, left, top.
    bytes.replaceSubrange(24..<28, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(refusal(of: bytes)?.kind == .tooLarge)
  }

  @Test("A WebP whose header exceeds a limit is refused before decoding")
  func hugeWebP() throws {
    var file = try WebPFile(.drawn(4, 4))
    file.chunks[0].data.replaceSubrange(4..<10, with: [0xFF, 0x3F, 0, 0xFF, 0x3F, 0])
    let error = refusal(of: file.bytes) { $0.pixels = 1_000_000 }
    #expect(error?.kind == .tooLarge || error?.kind == .damaged)
    let simple = try WebPFile.simple(.drawn(40, 40))
    let long =
      Array("RIFF".utf8) + [0, 0x20, 0, 0] + simple[8...] + [UInt8](repeating: 0, count: 9000)
    #expect(refusal(of: long) { $0.memory = 8000 }?.kind == .tooLarge)
    // A length that the file does not have costs no memory, and is damage.
    let short = Array("RIFF".utf8) + [0xFE, 0xFF, 0xFF, 0xFF] + Array("WEBPVP8 ".utf8)
    #expect(refusal(of: short)?.kind == .truncated)
  }

  @Test("An interlaced GIF that needs too much memory is refused")
  func interlacedGIF() {
    var frame = GIFFile.Frame(50, 50) { x, _ in x }
    frame.isInterlaced = true
    let file = GIFFile(50, 50, palette: GIFFile.colors, frame).bytes
    #expect(refusal(of: file) { $0.memory = 2499 }?.kind == .tooLarge)
    #expect(throws: Never.self) {
      var limits = ImageLimits()
      limits.memory = 50
      _ = try ImageProof(of: file, thumbnailEdge: nil, limits: limits)
    }
  }

  @Test("A JPEG with too many scans is refused")
  func scans() throws {
    let file = try JPEGEncoder.encode(.drawn(64, 64), isProgressive: true)
    let error = refusal(of: file) { $0.scans = 3 }
    #expect(error == ImageError(.tooLarge, "more than 3 scans"))
  }

  @Test("A progressive JPEG that needs too much memory is refused, but not a baseline one")
  func memory() throws {
    let pixels = PixelBuffer.drawn(64, 640)
    let error = try refusal(of: JPEGEncoder.encode(pixels, isProgressive: true)) {
      $0.memory = 10_000
    }
    #expect(
      error == ImageError(.tooLarge, "its coefficients need more memory than the limit"))
    var limits = ImageLimits()
    limits.memory = 10_000
    #expect(
      try ImageProof(of: JPEGEncoder.encode(pixels), thumbnailEdge: 8, limits: limits).thumbnail
        != nil)
  }

  @Test("An interlaced PNG that needs too much memory is verified without a thumbnail")
  func interlaced() throws {
    let file = PNGFile(width: 13, height: 11, depth: 8, color: 0, isInterlaced: true) { [$0 + $1] }
    var limits = ImageLimits()
    limits.memory = 500
    let proof = try ImageProof(of: file.bytes, thumbnailEdge: 8, limits: limits)
    #expect(proof.isDecoded)
    #expect(proof.thumbnail == nil)
    #expect(proof.thumbnailFailure?.kind == .tooLarge)
    #expect(throws: ImageError.self) {
      try ImageProof(of: file.bytes.dropLast(13), thumbnailEdge: 8, limits: limits)
    }
  }

  @Test("An image with more warnings than the limit is damaged")
  func warnings() throws {
    let file = try JPEGEncoder.encode(.drawn(16, 16))
    let error = refusal(of: file.prefix(20) + [1, 2, 3] + file.dropFirst(20)) { $0.warnings = 0 }
    #expect(error?.kind == .damaged)
    #expect(error?.message.hasPrefix("more than 0 warnings, the last: Corrupt JPEG") == true)
  }

  @Test("The CPU time of a decode is limited", arguments: [false, true])
  func time(isProgressive: Bool) throws {
    let jpeg = try JPEGEncoder.encode(.drawn(16, 16), isProgressive: isProgressive)
    let png = try PNGEncoder.encode(.drawn(16, 16))
    let gif = GIFFile(2, 2, palette: GIFFile.colors, .init(2, 2) { x, _ in x }).bytes
    let webp = try WebPFile.simple(.drawn(16, 16))
    for file in [jpeg, png, gif, webp] {
      let error = refusal(of: file) { $0.seconds = 0 }
      #expect(error == ImageError(.tooLarge, "decoding took 0 ms or more of CPU time"))
    }
  }

  @Test(
    "The CPU time of reading an image's metadata is limited", arguments: [ImageFormat.jpeg, .png])
  func timeOfAnythingElse(format: ImageFormat) throws {
    // A sparse file: endless bytes between markers, and a text chunk of nearly 2 GiB.
    let directory = try TemporaryDirectory()
    let path = directory.appending("picture")
    let start: [UInt8] =
      switch format {
      case .jpeg: try Array(JPEGEncoder.encode(.drawn(8, 8)).prefix(20))
      default:
        try PNGEncoder.encode(.drawn(8, 8)).prefix(33) + [0x7F, 0xFF, 0xFF, 0xFF] + "tEXt".utf8
      }
    try Data(start).write(to: URL(filePath: path))
    try #require(truncate(path, 1 << 36) == 0)
    var limits = ImageLimits()
    limits.seconds = 0.1
    let error = #expect(throws: ImageError.self) {
      try ImageProof(ofFileAt: path, thumbnailEdge: nil, limits: limits)
    }
    #expect(error == ImageError(.tooLarge, "decoding took 100 ms or more of CPU time"))
  }

  @Test("The chunks of a WebP are counted before libwebp allocates memory for each")
  func chunks() throws {
    var file = try WebPFile(.drawn(4, 4))
    file.chunks += Array(repeating: ("ABCD", []), count: 10_000)
    let error = refusal(of: file.bytes) { $0.memory = 1 << 20 }
    #expect(error == ImageError(.tooLarge, "its chunks need more memory than the limit"))
    #expect(try ImageProof(of: file.bytes, thumbnailEdge: 4).thumbnail != nil)
  }

  @Test("A thousand text chunks in a PNG are skipped without a warning")
  func texts() throws {
    var file = PNGFile(width: 2, height: 2, depth: 8, color: 0) { _, _ in [5] }
    file.chunks.insert(
      contentsOf: Array(repeating: ("tEXt", Array("a\0b".utf8)), count: 1000), at: 1)
    #expect(try ImageProof(of: file.bytes, thumbnailEdge: 2).warnings == [])
  }

  @Test(
    "A PNG chunk that states gigabytes is reported as a truncated file",
    arguments: ["eXIf", "iCCP", "tEXt", "qqqq"])
  func claimedLength(type: String) {
    let file = PNGFile(width: 2, height: 2, depth: 8, color: 0) { _, _ in [5] }.bytes
    let claim = PNGFile.word(0x7FFF_FFFF) + Array(type.utf8) + [1, 2, 3]
    #expect(refusal(of: file.prefix(33) + claim)?.kind == .truncated)
  }

  @Test("Extreme limits do not crash the decoder")
  func absurd() throws {
    let file = try PNGEncoder.encode(.drawn(4, 4))
    for value in [Int.min, -1, 0] {
      #expect(
        refusal(of: file) {
          $0.pixels = value
          $0.edge = value
          $0.seconds = .nan
        }?.kind == .tooLarge)
    }
    var limits = ImageLimits()
    (limits.pixels, limits.edge, limits.memory) = (.max, .max, .max)
    (limits.scans, limits.warnings, limits.seconds) = (.max, .max, .infinity)
    #expect(try ImageProof(of: file, thumbnailEdge: .max, limits: limits).thumbnail != nil)
    #expect(try ImageProof(of: file, thumbnailEdge: .min, limits: limits).thumbnail == nil)
  }
}
