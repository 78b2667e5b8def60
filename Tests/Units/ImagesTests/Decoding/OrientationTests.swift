import Testing

@testable import Images

@Suite("EXIF orientation")
struct OrientationTests {
  @Test(
    "The EXIF orientation is read in both byte orders", arguments: Orientation.allCases,
    [true, false])
  func byteOrders(orientation: Orientation, isBigEndian: Bool) {
    let block = EXIF.block(orientation: orientation.rawValue, isBigEndian: isBigEndian)
    #expect(Orientation(exif: block) == orientation)
  }

  @Test("An invalid EXIF orientation counts as upright", arguments: [0, 9, 65_535])
  func nonsense(number: Int) {
    #expect(Orientation(exif: EXIF.block(orientation: number)) == .up)
  }

  @Test("The EXIF orientation is upright if the block is truncated before the value")
  func cut() {
    let block = EXIF.block(orientation: 6)
    // The last bytes are the value's two, the entry's padding and the next directory's offset.
    for count in 0..<block.count - 6 {
      #expect(Orientation(exif: Array(block.prefix(count))) == .up)
    }
  }

  @Test("The EXIF orientation is upright if the directory is outside the block")
  func outside() {
    var block = EXIF.block(orientation: 6)
    block.replaceSubrange(4..<8, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(Orientation(exif: block) == .up)
  }

  /// The form of ExifTool and ImageMagick (ExifTool, PNG tags, "Raw profile type exif").
  private static func text(of block: [UInt8], named name: String) -> [UInt8] {
    let bytes = Array("Exif\0\0".utf8) + block
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let middle = digits.index(digits.startIndex, offsetBy: 40)
    return Array(
      "\n\(name)\n      \(bytes.count)\n\(digits[..<middle])\n\(digits[middle...])\n".utf8)
  }

  @Test("The orientation of a PNG is read from EXIF, EXIF in a text chunk, or XMP, in this order")
  func png() throws {
    let drawn = PixelBuffer.drawn(6, 4)
    let file = try PNGFile(of: PNGEncoder.encode(drawn))
    let block = EXIF.block(orientation: 6)
    let raw = Self.text(of: block, named: "exif")
    let xmp = Array("<rdf:Description tiff:Orientation=\"3\"/>".utf8)
    let element = Array("<tiff:Orientation> 3</tiff:Orientation>".utf8)
    let packet = Array("XML:com.adobe.xmp\0".utf8)
    let chunks: [(String, String, [UInt8])] = [
      ("eXIf", "right", block),
      ("tEXt", "right", Array("Raw profile type exif\0".utf8) + raw),
      ("tEXt", "right", Array("Raw profile type APP1\0".utf8) + raw),
      ("zTXt", "right", Array("Raw profile type exif\0\0".utf8) + PNGFile.zlib(raw)),
      ("iTXt", "right", Array("Raw profile type exif\0\0\0en\0a\0".utf8) + raw),
      ("iTXt", "down", packet + [0, 0, 0, 0] + xmp),
      ("iTXt", "down", packet + [0, 0, 0, 0] + element),
      ("iTXt", "down", packet + [1, 0, 0, 0] + PNGFile.zlib(xmp)),
      ("iTXt", "up", packet + [1, 0, 0, 0] + PNGFile.zlib(xmp).dropLast(9)),
      ("iTXt", "up", packet + [0]), ("zTXt", "up", Array("Raw profile type exif\0".utf8)),
      ("tEXt", "up", Array("Raw profile type exif\0\nexif\n 4\n45786966".utf8)),
      ("tEXt", "up", Array("Comment\0".utf8) + raw),
    ]
    for (type, name, data) in chunks {
      let orientation: Orientation = name == "right" ? .right : name == "down" ? .down : .up
      let proof = try ImageProof(of: file.adding(type, data).bytes, thumbnailEdge: .max)
      #expect(proof.warnings == [])
      let pixels = try PixelBuffer(thumbnailOf: proof)
      #expect(pixels == drawn.turnedUpright(from: orientation), "\(type), \(name)")
    }
    let both = file.adding("iTXt", chunks[5].2).adding("tEXt", chunks[1].2)
    let first = try PixelBuffer(thumbnailOf: ImageProof(of: both.bytes, thumbnailEdge: .max))
    #expect(first == drawn.turnedUpright(from: .right))
  }

  @Test("Each EXIF orientation moves the corners of an image to their places")
  func corners() {
    let stored = PixelBuffer(width: 3, height: 2, channels: 1, bytes: [1, 2, 3, 4, 5, 6])
    let seen: [Orientation: [UInt8]] = [
      .up: [1, 2, 3, 4, 5, 6], .upMirrored: [3, 2, 1, 6, 5, 4], .down: [6, 5, 4, 3, 2, 1],
      .downMirrored: [4, 5, 6, 1, 2, 3], .leftMirrored: [1, 4, 2, 5, 3, 6],
      .right: [4, 1, 5, 2, 6, 3], .rightMirrored: [6, 3, 5, 2, 4, 1], .left: [3, 6, 2, 5, 1, 4],
    ]
    for (orientation, bytes) in seen {
      let upright = stored.turnedUpright(from: orientation)
      #expect(upright.bytes == bytes, "\(orientation)")
      #expect(upright.width == (orientation.isTransposed ? 2 : 3))
    }
  }
}
