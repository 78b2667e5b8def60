import Testing

@testable import Images

@Suite("Every kind of GIF")
struct GIFKindsTests {
  private static let palette: [[UInt8]] = [[9, 8, 7], [200, 100, 50], [0, 255, 1]]

  private func pixels(of file: GIFFile) throws -> PixelBuffer {
    let proof = try ImageProof(of: file.bytes, thumbnailEdge: .max)
    #expect(proof.warnings == [])
    #expect(try ImageProof(of: file.bytes, thumbnailEdge: nil).isDecoded)
    return try PixelBuffer(thumbnailOf: proof)
  }

  @Test("Every kind of GIF is decoded exactly, pixel by pixel", arguments: [false, true])
  func pixels(isInterlaced: Bool) throws {
    for (width, height) in [(1, 1), (13, 11), (300, 7), (2, 9)] {
      var frame = GIFFile.Frame(width, height) { ($0 * 31 + $1 * 17) % 256 }
      frame.isInterlaced = isInterlaced
      let file = GIFFile(width, height, palette: GIFFile.colors, frame)
      let expected = frame.indices.flatMap { GIFFile.colors[$0] }
      #expect(
        try pixels(of: file)
          == PixelBuffer(width: width, height: height, channels: 3, bytes: expected))
    }
  }

  @Test("Every kind of GIF may have a local palette and a transparent colour")
  func palettes() throws {
    var frame = GIFFile.Frame(3, 1) { x, _ in x }
    frame.palette = Self.palette
    let file = GIFFile(3, 1, palette: GIFFile.colors, frame)
    #expect(try pixels(of: file).bytes == Self.palette.flatMap { $0 })
    frame.transparent = 1
    let transparent = GIFFile(3, 1, palette: GIFFile.colors, frame)
    #expect(try pixels(of: transparent).bytes == [9, 8, 7, 255, 0, 0, 0, 0, 0, 255, 1, 255])
  }

  @Test("A GIF's index beyond the palette is decoded as black")
  func outsideOfThePalette() throws {
    let file = GIFFile(2, 1, palette: Self.palette, .init(2, 1) { x, _ in x == 0 ? 1 : 255 })
    #expect(try pixels(of: file).bytes == [200, 100, 50, 0, 0, 0])
  }

  @Test("A GIF frame that does not fill its canvas leaves the rest transparent")
  func offset() throws {
    var frame = GIFFile.Frame(1, 1) { _, _ in 2 }
    (frame.left, frame.top) = (1, 1)
    let small = try pixels(of: GIFFile(3, 2, palette: Self.palette, frame))
    #expect(small.bytes == Array(repeating: 0, count: 16) + [0, 255, 1, 255, 0, 0, 0, 0])
  }

  @Test(
    "A GIF frame that reaches beyond its canvas is decoded without the canvas",
    arguments: [false, true])
  func beyond(isInterlaced: Bool) throws {
    var frame = GIFFile.Frame(5, 9) { x, y in (x + y) % 3 }
    frame.isInterlaced = isInterlaced
    let expected = PixelBuffer(
      width: 5, height: 9, channels: 3, bytes: frame.indices.flatMap { Self.palette[$0] })
    for (left, top) in [(0, 0), (1, 0), (65_000, 65_000)] {
      (frame.left, frame.top) = (left, top)
      let file = GIFFile(2, 1, palette: Self.palette, frame)
      #expect(try pixels(of: file) == expected)
      let proof = try ImageProof(of: file.bytes, thumbnailEdge: nil)
      #expect((proof.width, proof.height) == (2, 1))
    }
  }

  @Test("A GIF canvas of zero size takes the size of the first frame")
  func noCanvas() throws {
    let file = GIFFile(0, 0, palette: Self.palette, .init(3, 2) { x, _ in x })
    let proof = try ImageProof(of: file.bytes, thumbnailEdge: 3)
    #expect((proof.width, proof.height) == (3, 2))
  }

  @Test("An animated GIF is decoded as its first frame, and every frame must be intact")
  func animation() throws {
    let first = GIFFile.Frame(2, 2) { _, _ in 1 }
    var second = GIFFile.Frame(2, 2) { _, _ in 2 }
    second.palette = GIFFile.colors
    var file = GIFFile(2, 2, palette: Self.palette, first, second, second)
    file.comment = String(repeating: "by hand ", count: 100)
    #expect(try pixels(of: file).bytes == (0..<4).flatMap { _ in Self.palette[1] })
    // After a complete image the trailer may be missing.
    let ends = (1...3).map { pictures in
      var shorter = file
      shorter.frames.removeLast(3 - pictures)
      return shorter.bytes.count - 1
    }
    for count in 0..<file.bytes.count where !ends.contains(count) {
      let error = #expect(throws: ImageError.self, "cut to \(count)") {
        try ImageProof(of: Array(file.bytes.prefix(count)), thumbnailEdge: 2)
      }
      if count >= 6 { #expect(error?.kind == .truncated, "cut to \(count)") }
    }
  }

  /// Four frames of 3 x 2 pixels, on a canvas of 6 x 4, each of one colour.
  private func tiled(isInterlaced: Bool = false) -> GIFFile {
    var file = GIFFile(6, 4, palette: GIFFile.colors)
    file.frames = (0..<4).map { place in
      var tile = GIFFile.Frame(3, 2) { _, _ in 50 * place }
      (tile.left, tile.top) = (place % 2 * 3, place / 2 * 2)
      tile.isInterlaced = isInterlaced
      return tile
    }
    return file
  }

  private func columns(_ indices: [Int?]) -> [UInt8] {
    indices.flatMap { index in index.map { GIFFile.colors[$0] + [255] } ?? [0, 0, 0, 0] }
  }

  @Test(
    "GIF frames that are tiles of one image are decoded as one image", arguments: [false, true])
  func tiles(isInterlaced: Bool) throws {
    let bytes = try pixels(of: tiled(isInterlaced: isInterlaced)).bytes
    let rows = [[0, 0, 0, 50, 50, 50], [100, 100, 100, 150, 150, 150]] as [[Int]]
    #expect(bytes == columns(rows[0] + rows[0] + rows[1] + rows[1]))
  }

  @Test(
    "A GIF's later frames do not change pixels that tiles filled, and a disposed frame ends them"
  )
  func laterPictures() throws {
    var file = tiled()
    file.frames[1].left = 2
    file.frames[2].transparent = 100
    file.frames[2].disposal = 2
    let bytes = try pixels(of: file).bytes
    let row = [0, 0, 0, 50, 50, nil] as [Int?]
    let empty = [nil, nil, nil, nil, nil, nil] as [Int?]
    #expect(bytes == columns(row + row + empty + empty))
  }

  @Test("A damaged GIF tile is damage, with or without a thumbnail", arguments: [nil, 8])
  func damagedTile(edge: Int?) {
    for codes in [[256, 50, 50, 50, 257], [256, 50, 50, 50, 300]] {
      var file = tiled()
      file.frames[1].codes = codes
      let error = #expect(throws: ImageError.self) {
        try ImageProof(of: file.bytes, thumbnailEdge: edge)
      }
      #expect(error?.kind == .damaged)
      #expect(error?.message.hasPrefix("frame 2: ") == true, "\(codes)")
    }
  }

  @Test("A GIF's codes may begin with twelve bits")
  func longCodes() throws {
    var frame = GIFFile.Frame(13, 11) { ($0 * 31 + $1 * 17) % 256 }
    frame.codeSize = 11
    let file = GIFFile(13, 11, palette: GIFFile.colors, frame, frame)
    #expect(try pixels(of: file).bytes == frame.indices.flatMap { GIFFile.colors[$0] })
    // An index beyond any palette.
    frame.codes = [2048] + [Int](repeating: 300, count: 143) + [2049]
    #expect(throws: ImageError.self) {
      try ImageProof(
        of: GIFFile(13, 11, palette: GIFFile.colors, frame).bytes, thumbnailEdge: nil)
    }
  }

  @Test("A GIF with an undefined code, or with too few codes, is damaged")
  func codes() {
    // 256 clears the dictionary, 257 ends; 258 is defined by its own use after an index.
    for (codes, isWhole) in [
      ([256, 5, 258, 257], true), ([5, 258, 257], true), ([256, 5, 258, 7, 9, 9, 257], true),
      ([256, 258, 257], false), ([256, 5, 259, 257], false), ([256, 5, 6, 257], false),
      ([256, 5, 6, 256, 258, 257], false), ([257], false),
    ] {
      var frame = GIFFile.Frame(3, 1) { _, _ in 0 }
      frame.codes = codes
      let file = GIFFile(3, 1, palette: GIFFile.colors, frame)
      let proof = try? ImageProof(of: file.bytes, thumbnailEdge: 3)
      #expect((proof?.thumbnail != nil) == isWhole, "\(codes)")
      let pixels = try? proof.map(PixelBuffer.init(thumbnailOf:))
      if isWhole {
        #expect(pixels?.bytes == [5, 5, 5].flatMap { GIFFile.colors[$0] }, "\(codes)")
      }
    }
  }

  @Test(
    "Every kind of GIF from another encoder is decoded exactly, pixel by pixel",
    arguments: ["none", "GIF"])
  func compressed(interlace: String) async throws {
    // Long runs, and more codes than the dictionary holds.
    let pixels = PixelBuffer(
      width: 300, height: 200, channels: 3,
      bytes: (0..<60_000).flatMap { (place: Int) -> [UInt8] in
        GIFFile.colors[place < 9000 ? 4 : place * place / 7 % 256]
      })
    let file = try await Reference.converted(
      PNGEncoder.encode(pixels), to: "gif", ["-interlace", interlace])
    #expect(try ImageProof(of: file, thumbnailEdge: nil).isDecoded)
    #expect(try PixelBuffer(thumbnailOf: ImageProof(of: file, thumbnailEdge: 300)) == pixels)
  }

  @Test("A GIF without a palette is intact and has no thumbnail")
  func noPalette() throws {
    let file = GIFFile(2, 2, palette: [], .init(2, 2) { x, _ in x })
    let proof = try ImageProof(of: file.bytes, thumbnailEdge: 2)
    #expect(proof.thumbnail == nil)
    #expect(
      proof.thumbnailFailure?.message
        == "the image does not define the colours of its pixels")
  }

  @Test("A GIF of zero size is damaged")
  func noPixels() {
    for file in [
      GIFFile(2, 2, palette: Self.palette),
      GIFFile(2, 2, palette: Self.palette, .init(0, 0) { _, _ in 0 }),
    ] {
      let error = #expect(throws: ImageError.self) {
        try ImageProof(of: file.bytes, thumbnailEdge: 2)
      }
      #expect(error?.kind == .damaged)
    }
  }
}
