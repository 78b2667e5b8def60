import Testing

@testable import Images

@Suite("Files in a form that their format's library does not know")
struct UnknownFormTests {
  private static func png(_ type: String, at index: Int) -> [UInt8] {
    var file = PNGFile(width: 6, height: 4, depth: 8, color: 2) { [$0 * 9, $1 * 9, 7] }
    file.chunks.insert((type, [0x50, 0, 0x20, 6]), at: index)
    return file.bytes
  }

  /// A file without a quantization table, which only a lossless one does not need.
  private static func losslessJPEG() throws -> [UInt8] {
    var file = try JPEGEncoder.encode(.drawn(16, 16, channels: 1))
    let frame = try #require(file.firstRange(of: [0xFF, 0xC0])).lowerBound
    let table = try #require(file.firstRange(of: [0xFF, 0xDB])).lowerBound
    file[frame + 1] = 0xC3
    file.removeSubrange(table..<frame)
    return file
  }

  @Test(
    "A PNG with a chunk that a decoder must know, as Apple's CgBI, is not decoded",
    arguments: [("CgBI", 0), ("ABCD", 1), ("ABCD", 2)])
  func chunk(type: String, index: Int) throws {
    let file = Self.png(type, at: index)
    let proof = try ImageProof(of: file, thumbnailEdge: 8)
    #expect(!proof.isDecoded && proof.limit?.kind == .unsupported)
    #expect(proof.limit?.message == "a PNG with a chunk \(type) is not decoded")
  }

  @Test("A PNG that is not decoded is damaged if it is cut, or any bit of it is flipped")
  func damagedChunk() throws {
    let file = Self.png("CgBI", at: 0)
    for count in 8..<file.count {
      #expect(throws: ImageError.self, "\(count)") {
        try ImageProof(of: Array(file.prefix(count)), thumbnailEdge: nil)
      }
    }
    for bit in 64..<file.count * 8 {
      var changed = file
      changed[bit / 8] ^= 1 << (bit % 8)
      guard let proof = try? ImageProof(of: changed, thumbnailEdge: nil) else { continue }
      // One bit makes it a chunk that need not be known.
      #expect(proof.isDecoded && proof.warnings == ["cgBI: CRC error"], "bit \(bit)")
    }
  }

  @Test("A JPEG of 12 bits is not decoded, and damaged if its frame may not have them")
  func deep() throws {
    var file = try JPEGEncoder.encode(.drawn(16, 16))
    let frame = try #require(file.firstRange(of: [0xFF, 0xC0])).lowerBound
    file[frame + 4] = 12
    #expect(throws: ImageError.self) { try ImageProof(of: file, thumbnailEdge: 8) }
    file[frame + 1] = 0xC1
    let proof = try ImageProof(of: file, thumbnailEdge: 8)
    #expect(!proof.isDecoded && proof.limit?.message == "JPEG of 12 bits is not decoded")
    let error = #expect(throws: ImageError.self) {
      try ImageProof(of: Array(file.dropLast(2)), thumbnailEdge: 8)
    }
    #expect(error?.kind == .truncated)
  }

  @Test("A lossless JPEG is not decoded, and one that is cut is damaged")
  func lossless() throws {
    let file = try Self.losslessJPEG()
    #expect(try ImageProof(of: file, thumbnailEdge: nil).limit?.kind == .unsupported)
    for count in stride(from: 16, to: file.count, by: max(1, file.count / 20)) {
      let error = #expect(throws: ImageError.self, "\(count)") {
        try ImageProof(of: Array(file.prefix(count)), thumbnailEdge: nil)
      }
      #expect(error?.kind == .truncated)
    }
  }
}
