import Testing

@testable import Images

@Suite("An image with all pixels but a faulty end")
struct MissingEndTests {
  private static let pixels = PixelBuffer.drawn(40, 30)

  private func expectSame(
    _ changed: [UInt8], as file: [UInt8], warning: String, edge: Int? = 8
  ) throws {
    let proof = try ImageProof(of: changed, thumbnailEdge: edge)
    #expect(proof.warnings.last == warning)
    #expect(try proof.thumbnail == ImageProof(of: file, thumbnailEdge: edge).thumbnail)
  }

  @Test(
    "A JPEG whose end marker is missing or truncated is intact",
    arguments: [false, true], [nil, 8])
  func marker(isProgressive: Bool, edge: Int?) throws {
    let file = try JPEGEncoder.encode(Self.pixels, isProgressive: isProgressive)
    for count in 1...2 {
      try expectSame(
        file.dropLast(count), as: file, warning: "its end marker is missing", edge: edge)
    }
  }

  @Test(
    "A JPEG with a phone's data instead of its end marker is intact",
    arguments: [nil, 8])
  func trailer(edge: Int?) throws {
    let file = try JPEGEncoder.encode(Self.pixels)
    for data in [Array("SEFT".utf8), [0xFF, 0xE1, 0x12, 0x34, 1, 2]] {
      try expectSame(
        file.dropLast(2) + data, as: file, warning: "its end marker is missing", edge: edge)
    }
    let proof = try ImageProof(of: file.dropLast(2) + [0, 0] + file, thumbnailEdge: edge)
    #expect(proof.warnings.last == "Invalid JPEG file structure: two SOI markers")
    #expect(try proof.thumbnail == ImageProof(of: file, thumbnailEdge: edge).thumbnail)
  }

  @Test("A JPEG whose scan header states only the first coefficient is intact")
  func scanHeader() throws {
    var file = try JPEGEncoder.encode(Self.pixels)
    let whole = file
    let scan = try #require(file.firstRange(of: [0xFF, 0xDA, 0, 12, 3])).upperBound
    try #require(file[scan + 6..<scan + 9] == [0, 63, 0])
    file[scan + 7] = 0
    try expectSame(file, as: whole, warning: "Invalid SOS parameters for sequential JPEG")
  }

  @Test(
    "A progressive JPEG with missing scans is refused, with or without an end marker",
    arguments: [nil, 8])
  func scans(edge: Int?) throws {
    let file = try JPEGEncoder.encode(Self.pixels, isProgressive: true)
    // After each scan, a table or the next scan begins.
    let starts = file.indices.dropLast().filter {
      file[$0] == 0xFF && [0xC4, 0xDA].contains(file[$0 + 1])
    }
    let first = try #require(starts.first { file[$0 + 1] == 0xDA })
    let ends = starts.filter { $0 > first && (file[$0 + 1] == 0xC4 || file[$0 - 1] != 0) }
    #expect(ends.count >= 9)
    for end in ends {
      for (tail, kind) in [([0xFF, 0xD9], ImageError.Kind.damaged), ([], .truncated)]
        as [([UInt8], ImageError.Kind)]
      {
        let error = #expect(throws: ImageError.self, "cut at \(end)") {
          try ImageProof(of: file[..<end] + tail, thumbnailEdge: edge)
        }
        #expect(error?.kind == kind, "cut at \(end)")
      }
    }
  }

  @Test("A PNG whose end chunk is missing or truncated is intact", arguments: [nil, 8])
  func chunk(edge: Int?) throws {
    let file = try PNGEncoder.encode(Self.pixels)
    for count in 1...12 {
      try expectSame(
        file.dropLast(count), as: file, warning: "its end chunk is missing", edge: edge)
    }
  }

  @Test("A PNG whose end chunk is missing is refused if it announced more")
  func announcedChunk() throws {
    let file = try PNGEncoder.encode(Self.pixels)
    let animated = PNGFile(of: file).adding("acTL", [0, 0, 0, 2, 0, 0, 0, 0]).bytes
    let text: [UInt8] = [0, 0, 0, 9] + Array("tEXtTitle\0a".utf8)
    #expect(try ImageProof(of: animated, thumbnailEdge: nil).isDecoded)
    for cut in [Array(animated.dropLast(12)), file.dropLast(12) + text, file.dropLast(13)] {
      let error = #expect(throws: ImageError.self) { try ImageProof(of: cut, thumbnailEdge: nil) }
      #expect(error?.kind == .truncated)
    }
  }

  @Test(
    "A GIF whose trailer is missing or follows an empty block is intact",
    arguments: [1, 3])
  func gif(pictures: Int) throws {
    var file = GIFFile(2, 2, palette: GIFFile.colors)
    file.frames = Array(repeating: GIFFile.Frame(2, 2) { x, y in x + 2 * y }, count: pictures)
    let bytes = file.bytes
    try expectSame(bytes.dropLast(), as: bytes, warning: "its trailer is missing")
    try expectSame(
      bytes.dropLast() + [0, 0x3B], as: bytes, warning: "an empty block follows an image")
  }

  @Test("A GIF that announces a missing further frame is refused")
  func announced() throws {
    let file = GIFFile(2, 2, palette: GIFFile.colors, .init(2, 2) { x, _ in x })
    let announcement: [UInt8] = [0x21, 0xF9, 4, 0, 0, 0, 0, 0]
    let error = #expect(throws: ImageError.self) {
      try ImageProof(of: file.bytes.dropLast() + announcement, thumbnailEdge: 2)
    }
    #expect(error?.kind == .truncated)
  }
}
