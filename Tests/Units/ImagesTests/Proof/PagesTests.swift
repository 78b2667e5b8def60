import Testing

@testable import Images

@Suite("The pages of a TIFF", .enabled(if: ImageFormat.tiff.isDecodable))
struct PagesTests {
  private static func page(_ width: Int, _ height: Int) -> TIFFFile.Page {
    .init(width: width, height: height, data: (0..<width * height).map { UInt8($0 & 255) })
  }

  /// So many equal bytes in PackBits (TIFF 6.0, section 9).
  private static func packed(_ count: Int) -> [UInt8] {
    (0..<count / 128).flatMap { _ in [0x81, 7] }
      + (count % 128 > 1 ? [UInt8(257 - count % 128), 7] : [])
  }

  @Test("Every page is decoded, and a file that is cut within any page is refused")
  func cut() throws {
    let file = TIFFFile(pages: [Self.page(16, 12), Self.page(20, 30), Self.page(8, 8)]).bytes
    let proof = try ImageProof(of: file, thumbnailEdge: 8)
    #expect(proof.isDecoded && proof.width == 16 && proof.thumbnail != nil && proof.warnings == [])
    // libtiff takes a directory without a pointer to the next one for the last.
    let ends = [310..<314, 1024..<1028, 1202..<1206]
    for count in 16..<file.count where !ends.contains(where: { $0.contains(count) }) {
      #expect(throws: ImageError.self, "\(count) of \(file.count)") {
        try ImageProof(of: Array(file.prefix(count)), thumbnailEdge: nil)
      }
    }
  }

  @Test("The error of a damaged page has its number and libtiff's words")
  func words() throws {
    let last = TIFFFile.Page(
      width: 20, height: 30, compression: 32773, data: Self.packed(590))
    let error = #expect(throws: ImageError.self) {
      try ImageProof(
        of: TIFFFile(pages: [Self.page(16, 12), last]).bytes, thumbnailEdge: nil)
    }
    #expect(error?.kind == .damaged)
    #expect(error?.message.hasPrefix("page 2: PackBits") == true, "\(error?.message ?? "")")
  }

  @Test("A page that needs more memory than the limit is not decoded, and the proof says which")
  func memory() throws {
    var limits = ImageLimits()
    let file = TIFFFile(pages: [Self.page(4, 4), Self.page(100, 100), Self.page(4, 4)]).bytes
    limits.memory = file.count + 9000
    let proof = try ImageProof(of: file, thumbnailEdge: nil, limits: limits)
    #expect(
      proof.warnings
        == ["not decoded: its page 2 (decoding it needs more memory than the limit)"])
  }

  @Test("A page without pixels, as cameras write them, is no damage, and the proof says which")
  func withoutPixels() throws {
    var page = Self.page(8, 8)
    page.hasStrip = false
    let proof = try ImageProof(
      of: TIFFFile(pages: [Self.page(16, 12), page, Self.page(8, 8)]).bytes, thumbnailEdge: nil)
    #expect(proof.warnings.count == 1)
    #expect(proof.warnings[0].hasPrefix("not decoded: its page 2 (MissingRequired: "))
  }

  @Test(
    "A TIFF whose last page leads back to an earlier one is whole, with a warning", arguments: 1...3
  )
  func ring(pages: Int) throws {
    let all = (0..<pages).map { Self.page(16 + $0, 12) }
    let plain = TIFFFile(pages: all).bytes
    let whole = try ImageProof(of: plain, thumbnailEdge: 8)
    let first = Array(plain[4..<8])
    // The last four bytes say where the next page is; the second page's place is behind the first one.
    let second = 4 + 4 + 16 * 12 + 12 * 9 + 2
    var ends = [first]
    if pages > 2 { ends.append(Array(plain[second..<second + 4])) }
    for end in ends {
      let file = plain.dropLast(4) + end
      let proof = try ImageProof(of: Array(file), thumbnailEdge: 8)
      #expect(proof.isDecoded && proof.thumbnail == whole.thumbnail)
      #expect(proof.warnings == ["the list of its pages leads back to an earlier one"])
    }
  }

  @Test("A TIFF in colours that libtiff does not convert is proven, and has no thumbnail")
  func colors() throws {
    let ink = TIFFFile.Page(
      width: 9, height: 7, bits: 16, samples: 4, photometric: 5, compression: 32773,
      data: Self.packed(9 * 7 * 8))
    let palette = TIFFFile.Page(
      width: 9, height: 7, bits: 16, photometric: 3, compression: 32773,
      colorMap: [Int](repeating: 900, count: 3 << 16), data: Self.packed(9 * 7 * 2))
    for page in [ink, palette] {
      let proof = try ImageProof(of: TIFFFile(pages: [page]).bytes, thumbnailEdge: 8)
      #expect(proof.isDecoded && proof.width == 9 && proof.thumbnail == nil)
      #expect(proof.thumbnailFailure?.message == "libtiff does not convert colours of this kind")
      var short = page
      short.data.removeLast(2)
      #expect(throws: ImageError.self) {
        try ImageProof(of: TIFFFile(pages: [short]).bytes, thumbnailEdge: 8)
      }
    }
  }

  @Test("Lossless JPEG is not decoded, alone or in a TIFF")
  func losslessJPEG() throws {
    var jpeg = try JPEGEncoder.encode(.drawn(16, 16, channels: 1))
    let frame = try #require(jpeg.firstRange(of: [0xFF, 0xC0])).lowerBound
    jpeg[frame + 1] = 0xC3
    // A lossless one has no table, which is before the frame here.
    let table = try #require(jpeg.firstRange(of: [0xFF, 0xDB])).lowerBound
    #expect(throws: ImageError.self) { try ImageProof(of: jpeg, thumbnailEdge: 8) }
    jpeg.removeSubrange(table..<frame)
    let page = TIFFFile.Page(width: 16, height: 16, compression: 7, data: jpeg)
    for file in [jpeg, TIFFFile(pages: [page]).bytes] {
      let proof = try ImageProof(of: file, thumbnailEdge: 8)
      #expect(!proof.isDecoded && proof.limit?.kind == .unsupported)
      #expect(proof.limit?.message.contains("JPEG") == true)
    }
  }
}
