import Foundation
import TestSupport
import Testing

@testable import Images

@Suite("The image data of a PNG")
struct PNGStreamTests {
  /// Deflated by libpng, with more rows than are inflated at once (64 KiB).
  private let picture = PixelBuffer.drawn(200, 150)

  private func file() throws -> PNGFile {
    try PNGFile(of: PNGEncoder.encode(picture))
  }

  private func data() throws -> [UInt8] {
    try file().pictureChunks.flatMap { $0 }
  }

  @Test(
    "The image data of a PNG may be split into chunks anywhere, with empty chunks",
    arguments: [1, 2, 3, 7, 1000])
  func chunks(size: Int) throws {
    var file = try file()
    let data = try data()
    let pieces = stride(from: 0, to: data.count, by: size).map { Array(data[$0...].prefix(size)) }
    file.pictureChunks = [[]] + pieces + [[]]
    let proof = try ImageProof(of: file.bytes, thumbnailEdge: .max)
    #expect(proof.warnings == [])
    #expect(try PixelBuffer(thumbnailOf: proof) == picture)
  }

  @Test("The image data of a PNG may start anywhere near the end of a 64 KiB read buffer")
  func buffers() throws {
    let directory = try TemporaryDirectory()
    let path = directory.appending("picture.png")
    for size in 65_440...65_540 {
      let file = try file().adding("teXt", Array(repeating: 32, count: size))
      try Data(file.bytes).write(to: URL(filePath: path))
      let proof = try ImageProof(ofFileAt: path, thumbnailEdge: .max)
      #expect(try PixelBuffer(thumbnailOf: proof) == picture)
    }
  }

  @Test("Extra image data of a PNG after its last row add a warning")
  func surplus() throws {
    var rows = PNGFile(width: 4, height: 50_000, depth: 8, color: 0) { [($0 + $1) & 255] }
    let shorter = PNGFile(width: 4, height: 4, depth: 8, color: 0) { [$0 + $1] }
    rows.chunks[0] = shorter.chunks[0]
    var behind = shorter
    behind.pictureChunks = [shorter.pictureChunks[0] + [1, 2, 3], [4, 5]]
    for file in [rows, behind] {
      for edge in [nil, 4] {
        let proof = try ImageProof(of: file.bytes, thumbnailEdge: edge)
        #expect(proof.warnings.contains { $0.hasPrefix("IDAT: ") })
      }
    }
  }

  @Test(
    "The image data of a PNG that end before their checksum are damaged", arguments: 1...4)
  func early(missing: Int) throws {
    var file = try file()
    file.pictureChunks = [try data().dropLast(missing)]
    for edge in [nil, 8] {
      let error = #expect(throws: ImageError.self) {
        try ImageProof(of: file.bytes, thumbnailEdge: edge)
      }
      #expect(error?.kind == .damaged)
      #expect(error?.message.hasPrefix("IDAT: Not enough image data") == true)
    }
  }

  @Test("The image data of a PNG that are not a deflate stream are refused with the reason")
  func nonsense() throws {
    for (start, reason) in [
      ([0x78, 0x02], "incorrect checksum"), ([0x77, 0x09], "unknown compression method"),
      ([0x78, 0x20, 0, 0, 0, 1], "needs a dictionary"), ([0x78, 0x01, 7], "invalid block"),
    ] as [([UInt8], String)] {
      var file = try file()
      file.pictureChunks = [try start + data().dropFirst(2)]
      let error = #expect(throws: ImageError.self) {
        try ImageProof(of: file.bytes, thumbnailEdge: 8)
      }
      #expect(error?.message.hasPrefix("IDAT: \(reason)") == true, "\(start)")
    }
  }

  @Test("A PNG chunk with an impossible length is refused")
  func tooLong() throws {
    let bytes = try file().bytes
    let start = try #require(bytes.firstRange(of: Array("IDAT".utf8))).lowerBound - 4
    let error = #expect(throws: ImageError.self) {
      try ImageProof(
        of: bytes[..<start] + [0x80, 0, 0, 0] + bytes[(start + 4)...], thumbnailEdge: nil)
    }
    #expect(error?.kind == .damaged)
  }
}
