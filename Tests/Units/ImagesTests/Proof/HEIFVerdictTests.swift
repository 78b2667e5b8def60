import Testing

@testable import Images

@Suite(
  "What a version of libheif does not know in an HEIC or AVIF",
  .enabled(if: ImageFormat.avif.isDecodable))
struct HEIFVerdictTests {
  private static let turn = HEIFFile.box("irot", [1])
  private static let exif = HEIFFile.Item(kind: "Exif", data: Array("\0\0\0\0II*\0".utf8))

  /// Throws an error for a damaged file only.
  private func proof(_ file: [UInt8]) throws -> ImageProof {
    try ImageProof(of: file, thumbnailEdge: 16)
  }

  /// Why a file is not decoded.
  private func reason(_ file: [UInt8]) throws -> String {
    let proof = try proof(file)
    #expect(!proof.isDecoded && proof.limit?.kind == .unsupported)
    return proof.limit?.message ?? ""
  }

  @Test(
    "Metadata that describe several items, or one that is no picture, take nothing from the pixels",
    arguments: [[1], [1, 3], [3], [2], [1, 1]])
  func descriptions(items: [Int]) throws {
    var file = HEIFFile()
    file.items += [Self.exif, HEIFFile.Item(kind: "tmap", properties: [1], data: [0])]
    file.references = [("cdsc", 2, items)]
    let found = try proof(file.bytes)
    #expect(found.isDecoded && found.warnings == [])
    #expect(try found.thumbnail == proof(HEIFFile().bytes).thumbnail)
  }

  @Test(
    "A picture in a coding that the library lacks is not decoded, and the reason has its version",
    arguments: ["j2k1", "jpeg", "avc1", "unci", "vvc1", "zip9"])
  func coding(kind: String) throws {
    var file = HEIFFile()
    file.items[0].kind = kind
    #expect(try reason(file.bytes).contains(/libheif [0-9]+\.[0-9]+/))
    // A grid of one such tile.
    file.items += [
      HEIFFile.Item(kind: "grid", properties: [1], isInBox: true, data: [0, 0, 0, 0, 0, 16, 0, 12])
    ]
    (file.primary, file.references) = (2, [("dimg", 2, [1])])
    #expect(try reason(file.bytes).contains(/libheif [0-9]+\.[0-9]+/))
  }

  @Test("The short form of all boxes is not decoded by a library that does not know it")
  func shortForm() throws {
    let start = HEIFFile.box("ftyp", Array("mif3avif".utf8))
    let file = start + HEIFFile.box("mini", [UInt8](repeating: 8, count: 40))
    // A newer library knows it, and this one is none.
    if let proof = try? proof(file) { #expect(proof.limit?.kind == .unsupported) }
    #expect(throws: ImageError.self) { try proof(Array(file.dropLast(3))) }
  }

  @Test(
    "A picture that is turned before its size is stated is whole, and as large as in the usual order"
  )
  func order() throws {
    let usual = try proof(HEIFFile(Self.turn).bytes)
    let other = try proof(HEIFFile(before: Self.turn).bytes)
    #expect(other.isDecoded && (other.width, other.height) == (12, 16))
    #expect(usual == other)
    let number = { (value: UInt8) -> [UInt8] in [0, 0, 0, value, 0, 0, 0, 1] }
    let half: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 2]
    let window = HEIFFile.box("clap", number(8) + number(6) + half + half)
    let cropped = try proof(HEIFFile(before: window).bytes)
    #expect(cropped.isDecoded && (cropped.width, cropped.height) == (8, 6))
    #expect(try cropped == proof(HEIFFile(window).bytes))
  }

  @Test("A thumbnail is turned as the picture is", arguments: [(1, 8), (2, 3), (3, 6)])
  func turned(quarters: UInt8, orientation: Int) throws {
    let upright = try PixelBuffer(thumbnailOf: proof(HEIFFile().bytes))
    let file = HEIFFile(HEIFFile.box("irot", [quarters]))
    let expected = try upright.turnedUpright(from: #require(Orientation(rawValue: orientation)))
    #expect(try PixelBuffer(thumbnailOf: proof(file.bytes)) == expected)
  }

  @Test("A picture of tiles, as phones write it, is whole, turned or not", arguments: [0, 1, 3])
  func tiles(quarters: UInt8) throws {
    var file = HEIFFile(HEIFFile.box("irot", [quarters]))
    let turn = UInt8(file.properties.count)
    let size: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 32, 0, 0, 0, 12]
    file.properties.append(HEIFFile.box("ispe", size))
    file.items[0].properties.removeLast()
    file.items += [
      file.items[0],
      HEIFFile.Item(
        kind: "grid", properties: [turn + 1, turn], isInBox: true,
        data: [0, 0, 0, 1, 0, 32, 0, 12]),
    ]
    (file.primary, file.references) = (3, [("dimg", 3, [1, 2])])
    let proof = try ImageProof(of: file.bytes, thumbnailEdge: 64)
    #expect(proof.isDecoded && proof.warnings == [])
    #expect((proof.width, proof.height) == (quarters == 0 ? (32, 12) : (12, 32)))
    let tile = try PixelBuffer(thumbnailOf: ImageProof(of: HEIFFile().bytes, thumbnailEdge: 64))
    let row = Array(tile.bytes[..<48])
    let orientation = try #require(Orientation(rawValue: [0: 1, 1: 6, 3: 8][quarters] ?? 1))
    let upright = try PixelBuffer(thumbnailOf: proof).turnedUpright(from: orientation)
    #expect(upright.width == 32 && Array(upright.bytes[..<96]) == row + row)
  }

  @Test("A changed bit of the boxes is damage or changes nothing that is needed, and never unknown")
  func bits() throws {
    var file = HEIFFile(Self.turn)
    file.items += [Self.exif]
    file.references = [("cdsc", 2, [1])]
    let bytes = file.bytes
    let end = try #require(bytes.firstRange(of: Array("mdat".utf8))).upperBound
    for bit in 12 * 8..<end * 8 {
      var changed = bytes
      changed[bit / 8] ^= 1 << (bit % 8)
      guard let proof = try? proof(changed) else { continue }
      #expect(proof.isDecoded, "bit \(bit): \(proof.limit?.message ?? "")")
    }
  }

  @Test("Overwritten boxes are damage", arguments: [0, 0xFF], [4, 16, 40])
  func overwritten(byte: UInt8, count: Int) throws {
    let bytes = HEIFFile(Self.turn).bytes
    let start = try #require(bytes.firstRange(of: Array("meta".utf8))).lowerBound - 4
    let end = try #require(bytes.firstRange(of: Array("mdat".utf8))).lowerBound - 4
    for place in start..<end - count {
      var changed = bytes
      for index in place..<place + count { changed[index] = byte }
      guard let proof = try? proof(changed) else { continue }
      #expect(proof.isDecoded, "at \(place): \(proof.limit?.message ?? "")")
    }
  }

  @Test("An item whose bytes lie beyond the end of the file is cut, although no pixel needs it")
  func beyond() throws {
    var file = HEIFFile()
    file.items += [Self.exif]
    var bytes = file.bytes
    // The data may go on to the end of the file without a length.
    let data = try #require(bytes.firstRange(of: Array("mdat".utf8))).lowerBound
    for place in data - 4..<data { bytes[place] = 0 }
    #expect(try proof(bytes).isDecoded)
    let error = #expect(throws: ImageError.self) { try proof(Array(bytes.dropLast())) }
    #expect(error?.kind == .truncated)
  }
}
