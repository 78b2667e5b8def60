import TestSupport
import Testing

@testable import Images

@Suite("Damaged images")
struct ImageDamageTests {
  @Test(
    "A flip of any bit of a PNG is detected, in an ancillary chunk as a warning",
    arguments: [false, true])
  func flippedPNG(isInterlaced: Bool) throws {
    let file = PNGFile(width: 5, height: 7, depth: 8, color: 2, isInterlaced: isInterlaced) {
      [$0, $1, 7]
    }.adding("tEXt", Array("Title\0x".utf8)).adding("gAMA", PNGFile.word(45_455)).bytes
    // Signature and header; length, type and checksum of both, and their data.
    let ancillary = 33..<33 + 2 * 12 + 7 + 4
    for bit in 0..<file.count * 8 {
      do {
        let proof = try ImageProof(of: Self.flipped(file, bit), thumbnailEdge: 3)
        #expect(ancillary.contains(bit / 8), "bit \(bit)")
        try #require(proof.warnings.count == 1, "bit \(bit)")
        #expect(proof.warnings[0].hasSuffix(": CRC error"), "bit \(bit)")
      } catch is ImageError {}
    }
  }

  @Test("A damaged ancillary chunk of a PNG is ignored, and the image is intact")
  func ancillary() throws {
    let plain = PNGFile(width: 6, height: 4, depth: 8, color: 2) { [$0 * 9, $1 * 9, 7] }
    let expected = try PixelBuffer(thumbnailOf: ImageProof(of: plain.bytes, thumbnailEdge: .max))
    for (type, data) in [
      ("tRNS", [0, 0, 0, 0, 0, 7]), ("gAMA", PNGFile.word(100_000)),
      ("eXIf", EXIF.block(orientation: 6)), ("tEXt", Array("a\0b".utf8)), ("ruBy", [1]),
      ("iCCP", Array("p\0\0".utf8) + PNGFile.zlib(ICCProfile.screen(isSwapped: true).bytes)),
    ] as [(String, [UInt8])] {
      var bytes = plain.adding(type, data).bytes
      let end = try #require(bytes.firstRange(of: Array("IDAT".utf8))).lowerBound - 4
      bytes[end - 1] ^= 1
      let proof = try ImageProof(of: bytes, thumbnailEdge: .max)
      #expect(proof.warnings == ["\(type): CRC error"])
      #expect(try PixelBuffer(thumbnailOf: proof) == expected, "\(type)")
      let thumbnail = try #require(proof.thumbnail)
      #expect(PNGFile(of: thumbnail).chunks.map(\.type) == ["IHDR", "IDAT", "IEND"], "\(type)")
    }
  }

  /// A file of each codec, and how many of 2000 damaged copies are detected at least: JPEG, GIF and
  /// WebP have no checksums, and a damaged code that is still valid is not detected.
  static let files: [(name: String, bytes: [UInt8], least: Int)] = [
    ("jpeg", try! JPEGEncoder.encode(.drawn(40, 24)), 400),
    ("progressive", try! JPEGEncoder.encode(.drawn(40, 24), isProgressive: true), 400),
    ("png", try! PNGEncoder.encode(.drawn(40, 24)), 2000),
    ("gif", gif, 100),
    ("webp, lossy", try! WebPFile.simple(.drawn(40, 24, channels: 4), quality: 80), 400),
    ("webp, lossless", try! WebPFile.simple(.drawn(40, 24)), 400),
  ]

  private static var gif: [UInt8] {
    var frame = GIFFile.Frame(40, 24) { ($0 * $1) % 256 }
    frame.isInterlaced = true
    frame.transparent = 3
    return GIFFile(40, 24, palette: GIFFile.colors, frame, frame).bytes
  }

  @Test("10,000 seeded bit flips each end in a proof or an error", arguments: files)
  func flipped(file: (name: String, bytes: [UInt8], least: Int)) {
    var generator = SeededGenerator(seed: 7)
    var refused = 0
    for _ in 0..<2000 {
      var damaged = file.bytes
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        damaged = Self.flipped(damaged, .random(in: 0..<damaged.count * 8, using: &generator))
      }
      do {
        let proof = try ImageProof(of: damaged, thumbnailEdge: 9)
        #expect((proof.thumbnail == nil) == (proof.thumbnailFailure != nil))
      } catch {
        refused += 1
      }
    }
    #expect(refused >= file.least, "\(refused) were revealed")
  }

  @Test("A wrong checksum of a PNG's pixels is detected although the chunk's CRC matches")
  func adler() throws {
    var file = PNGFile(width: 4, height: 4, depth: 8, color: 0) { [$0 + $1] }
    file.chunks[1].data[file.chunks[1].data.count - 1] ^= 1
    for edge in [nil, 2] {
      let error = #expect(throws: ImageError.self) {
        try ImageProof(of: file.bytes, thumbnailEdge: edge)
      }
      #expect(error?.kind == .damaged)
    }
  }

  @Test("A PNG with missing rows is refused")
  func missingRows() throws {
    var file = PNGFile(width: 4, height: 4, depth: 8, color: 0) { [$0 + $1] }
    let short = PNGFile(width: 4, height: 3, depth: 8, color: 0) { [$0 + $1] }
    file.chunks[1] = short.chunks[1]
    let error = #expect(throws: ImageError.self) {
      try ImageProof(of: file.bytes, thumbnailEdge: nil)
    }
    #expect(error?.kind == .damaged)
  }

  @Test("A JPEG with a missing component is refused", arguments: [nil, 8])
  func missingComponent(edge: Int?) throws {
    // One grey scan, while the frame now states that two scans of colour follow.
    let file = try JPEGEncoder.encode(.drawn(16, 16, channels: 1))
    let start = try #require(file.firstRange(of: [0xFF, 0xC0])).lowerBound
    try #require(file[(start + 9)..<(start + 13)] == [1, 1, 0x11, 0])
    let frame = [0xFF, 0xC0, 0, 17] + file[(start + 4)..<(start + 9)]
    let components: [UInt8] = [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
    let error = #expect(throws: ImageError.self) {
      try ImageProof(
        of: file[..<start] + frame + components + file[(start + 13)...], thumbnailEdge: edge)
    }
    #expect(error?.kind == .damaged)
    #expect(error?.message.hasPrefix("one of its components has no scan") == true)
  }

  @Test("A damaged colour profile is ignored, and the image is intact")
  func profile() throws {
    let file = PNGFile(width: 2, height: 2, depth: 8, color: 2) { _, _ in [1, 2, 3] }
      .adding("iCCP", Array("bad\0\0nonsense".utf8))
    let proof = try ImageProof(of: file.bytes, thumbnailEdge: 2)
    #expect(proof.thumbnail != nil)
    #expect(proof.warnings.first?.hasPrefix("iCCP: ") == true)
  }

  @Test("Damage between the segments of a JPEG adds a warning")
  func extraneous() throws {
    let file = try JPEGEncoder.encode(.drawn(16, 16))
    let proof = try ImageProof(
      of: file.prefix(20) + [1, 2, 3] + file.dropFirst(20), thumbnailEdge: 8)
    #expect(proof.warnings == ["Corrupt JPEG data: 3 extraneous bytes before marker 0xdb"])
  }

  private static func flipped(_ file: [UInt8], _ bit: Int) -> [UInt8] {
    var file = file
    file[bit / 8] ^= 1 << UInt8(bit % 8)
    return file
  }
}
