import Testing

@testable import Images

@Suite("The frames of an animation")
struct FramesTests {
  private static func gif(_ frames: [GIFFile.Frame]) -> [UInt8] {
    var file = GIFFile(8, 8, palette: GIFFile.colors)
    file.frames = frames
    return file.bytes
  }

  /// A frame of one colour, which grows by one pixel with each code.
  private static func flat(_ edge: Int) -> GIFFile.Frame {
    var frame = GIFFile.Frame(1, 1) { _, _ in 7 }
    (frame.width, frame.height) = (edge, edge)
    var (codes, pixels): ([Int], Int) = ([], 0)
    while pixels < edge * edge {
      codes += [256, 7]
      pixels += 1
      for length in 2...250 where pixels < edge * edge {
        codes.append(256 + length)
        pixels += length
      }
    }
    frame.codes = codes + [257]
    return frame
  }

  @Test("Every frame of a GIF is decoded", arguments: [nil, 8])
  func gif(edge: Int?) throws {
    let whole = GIFFile.Frame(8, 8) { $0 * $1 }
    var damaged = whole
    damaged.codes = [256, 1, 2, 300, 257]
    #expect(try ImageProof(of: Self.gif([whole, whole, whole]), thumbnailEdge: edge).isDecoded)
    let error = #expect(throws: ImageError.self) {
      try ImageProof(of: Self.gif([whole, whole, damaged]), thumbnailEdge: edge)
    }
    #expect(error?.kind == .damaged)
    #expect(error?.message.hasPrefix("frame 3: a code is undefined") == true)
  }

  @Test("A frame of a WebP is damaged if the same picture is, whichever frame it is")
  func webp() throws {
    let picture = PixelBuffer.drawn(24, 16)
    let still = try WebPFile.simple(picture)
    let animation = try WebPFile(24, 16, [.init(pixels: picture), .init(pixels: picture)]).bytes
    #expect(try ImageProof(of: animation, thumbnailEdge: nil).warnings == [])
    var damaged = 0
    // The pixels of both end the same way.
    for place in 1..<still.count - 26 {
      var (one, other) = (still, animation)
      one[still.count - place] ^= 0x10
      other[animation.count - place] ^= 0x10
      let isWhole = (try? ImageProof(of: one, thumbnailEdge: nil)) != nil
      if !isWhole { damaged += 1 }
      #expect(((try? ImageProof(of: other, thumbnailEdge: nil)) != nil) == isWhole, "\(place)")
    }
    #expect(damaged > 10)
  }

  @Test("A frame of an animated PNG is damaged if its checksum differs")
  func png() throws {
    let frame = PNGFile.word(1) + [7, 7, 7]
    var file = PNGFile(width: 4, height: 4, depth: 8, color: 0) { [$0 + $1] }
    file = file.adding("acTL", PNGFile.word(2) + PNGFile.word(0))
    file.chunks.insert(("fdAT", frame), at: file.chunks.count - 1)
    var bytes = file.bytes
    #expect(try ImageProof(of: bytes, thumbnailEdge: nil).isDecoded)
    bytes[try #require(bytes.firstRange(of: frame)).lowerBound + 5] ^= 1
    let error = #expect(throws: ImageError.self) { try ImageProof(of: bytes, thumbnailEdge: nil) }
    #expect(error?.message.hasPrefix("fdAT: CRC error") == true)
  }

  @Test("Frames that take longer than the limit are not decoded, and the proof says from which on")
  func time() throws {
    // 400 megapixels.
    let file = Self.gif([Self.flat(8)] + [GIFFile.Frame](repeating: Self.flat(1000), count: 400))
    var limits = ImageLimits()
    limits.seconds = 0.4
    let proof = try ImageProof(of: file, thumbnailEdge: nil, limits: limits)
    #expect(proof.warnings.count == 1)
    #expect(proof.warnings[0].hasPrefix("not decoded: its frames from number ") == true)
    #expect(throws: ImageError.self) {
      try ImageProof(of: Array(file.dropLast(200)), thumbnailEdge: nil, limits: limits)
    }
  }

  @Test("A frame that needs more memory than the limit is not decoded, and the proof says which")
  func memory() throws {
    let small = PixelBuffer.drawn(2, 2)
    let file = try WebPFile(200, 200, [.init(pixels: small), .init(pixels: .drawn(200, 200))])
    var limits = ImageLimits()
    limits.memory = 150_000
    let proof = try ImageProof(of: file.bytes, thumbnailEdge: nil, limits: limits)
    #expect(
      proof.warnings
        == ["not decoded: its frame number 2 (it needs more memory than the limit)"])
  }
}
