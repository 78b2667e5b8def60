import TestSupport
import Testing

@testable import Images

@Suite("Thumbnails in other formats than PNG")
struct ThumbnailFormatTests {
  @Test("JPEG and WebP show the same picture as PNG, in fewer bytes", arguments: [1, 3, 4])
  func similar(channels: Int) throws {
    // A drawing without the grain of a photo is smaller as a PNG.
    let drawing = PixelBuffer.drawn(300, 200, channels: channels)
    var generator = SeededGenerator(seed: 1)
    let picture = PixelBuffer(
      width: 300, height: 200, channels: channels,
      bytes: drawing.bytes.map {
        UInt8(min(255, max(0, Int($0) + .random(in: -8...8, using: &generator))))
      })
    let file = try PNGEncoder.encode(picture)
    let expected = try #require(try thumbnail(of: file, .png))
    let reference = try PixelBuffer(thumbnailOf: ImageProof(of: expected, thumbnailEdge: .max))
    for format in [ThumbnailRequest.Format.jpeg, .webp] {
      let made = try #require(try thumbnail(of: file, format))
      #expect(
        ImageFormat(sniffing: made)?.rawValue == format.rawValue && made.count < expected.count)
      let shown = try PixelBuffer(thumbnailOf: ImageProof(of: made, thumbnailEdge: .max))
      #expect(shown.width == 150 && shown.height == 100)
      #expect(shown.meanDifference(to: reference) < 12)
    }
  }

  @Test("Translucent pixels become white in a JPEG, and stay translucent in a WebP")
  func translucent() throws {
    let clear = PixelBuffer(
      width: 16, height: 16, channels: 4, bytes: .init(repeating: 0, count: 16 * 16 * 4))
    #expect(clear.onWhite.bytes.allSatisfy { $0 == 255 } && clear.onWhite.channels == 3)
    let file = try PNGEncoder.encode(clear)
    let webp = try #require(try thumbnail(of: file, .webp, edge: 8))
    let shown = try PixelBuffer(thumbnailOf: ImageProof(of: webp, thumbnailEdge: .max))
    #expect(shown.channels == 4 && shown.bytes.allSatisfy { $0 < 4 || $0 > 251 })
  }

  @Test(
    "A preview is made in the same decode, and the thumbnail of it shows the same",
    arguments: [1, 3, 4])
  func preview(channels: Int) throws {
    let file = try PNGEncoder.encode(.drawn(300, 200, channels: channels))
    var request = ThumbnailRequest(edge: 60, format: .png)
    let alone = try PixelBuffer(thumbnailOf: ImageProof(of: file, request))
    request.previewEdge = 240
    let proof = try ImageProof(of: file, request)
    let preview = try PixelBuffer(decoding: try #require(proof.preview))
    #expect((preview.width, preview.height) == (240, 160))
    let thumbnail = try PixelBuffer(thumbnailOf: proof)
    #expect((thumbnail.width, thumbnail.height) == (60, 40))
    #expect(thumbnail.meanDifference(to: alone) < 1)
    request.previewEdge = 300
    #expect(try ImageProof(of: file, request).preview == nil)
  }

  @Test("A photo that some browser does not show has a preview of its size, an animation none")
  func previewed() {
    var request = ThumbnailRequest(edge: 512)
    #expect(request.previewEdge(for: .heic, width: 9000, height: 1) == nil)
    request.previewEdge = 1600
    for (format, longest, edge) in [
      (ImageFormat.heic, 4000, 1600), (.tiff, 600, 1600), (.heic, 512, nil), (.jpeg, 1600, nil),
      (.jpeg, 1601, 1600), (.gif, 4000, nil),
    ] as [(ImageFormat, Int, Int?)] {
      #expect(request.previewEdge(for: format, width: longest, height: 300) == edge)
      #expect(request.previewEdge(for: format, width: 300, height: longest) == edge)
    }
  }

  @Test("A small image is its own thumbnail, unless it is turned, heavy, or not shown by browsers")
  func own() throws {
    let request = ThumbnailRequest(edge: 64, leavesOutSmall: true)
    let small = try JPEGEncoder.encode(.drawn(64, 40))
    let own = try ImageProof(of: small, request)
    #expect(own.isItsOwnThumbnail && own.thumbnail == nil && own.thumbnailFailure == nil)
    let large = try ImageProof(of: JPEGEncoder.encode(.drawn(65, 40)), request)
    #expect(!large.isItsOwnThumbnail && large.thumbnail != nil)
    let asked = try ImageProof(of: small, ThumbnailRequest(edge: 64))
    #expect(!asked.isItsOwnThumbnail && asked.thumbnail != nil)
    let heavy =
      small.prefix(2) + [UInt8](repeating: 0, count: 3).flatMap { _ in Self.comment }
      + small.dropFirst(2)
    let (late, atOnce) = (
      try ImageProof(of: Array(heavy), request),
      try ImageProof(of: Array(heavy), ThumbnailRequest(edge: 64))
    )
    #expect(!late.isItsOwnThumbnail && late.thumbnail != nil)
    #expect(late.thumbnail == atOnce.thumbnail)
    for orientation in 1...8 {
      let turned = small.prefix(2) + Self.exif(orientation: UInt8(orientation)) + small.dropFirst(2)
      #expect(try ImageProof(of: Array(turned), request).isItsOwnThumbnail == (orientation == 1))
    }
  }

  /// A segment of 40,000 bytes.
  private static let comment = [0xFF, 0xFE, 0x9C, 0x40] + [UInt8](repeating: 32, count: 39_998)

  private static func exif(orientation: UInt8) -> [UInt8] {
    let block: [UInt8] =
      Array("Exif\0\0MM\0*".utf8) + [
        0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0,
      ]
      + [0, 0, 0, 0]
    return [0xFF, 0xE1, 0, UInt8(block.count + 2)] + block
  }

  private func thumbnail(
    of file: [UInt8], _ format: ThumbnailRequest.Format, edge: Int = 150
  ) throws -> [UInt8]? {
    try ImageProof(of: file, ThumbnailRequest(edge: edge, format: format)).thumbnail
  }
}

extension PixelBuffer {
  /// Of the first samples of all pixels, each in its own number of channels, alpha on white.
  fileprivate func meanDifference(to other: PixelBuffer) -> Int {
    let (own, others) = (onWhite, other.onWhite)
    let count = own.width * own.height
    let sum = (0..<count).reduce(0) {
      $0 + abs(Int(own.bytes[$1 * own.channels]) - Int(others.bytes[$1 * others.channels]))
    }
    return sum / count
  }
}
