import Images
import MirrorCore
import Testing

@testable import LocalFiles

@Suite("The pixels of thumbnails, from their first bytes")
struct ThumbnailSizeTests {
  private static let picture = PixelBuffer(
    width: 300, height: 200, channels: 3, bytes: .init(repeating: 90, count: 300 * 200 * 3))
  private static let clear = PixelBuffer(
    width: 300, height: 200, channels: 4, bytes: .init(repeating: 90, count: 300 * 200 * 4))

  private static func files() throws -> [[UInt8]] {
    [
      try PNGEncoder.encode(picture), try JPEGEncoder.encode(picture),
      try JPEGEncoder.encode(picture, isProgressive: true), try WebPEncoder.encode(picture),
      try WebPEncoder.encode(clear),
    ]
  }

  @Test("Each format that is written is read")
  func read() throws {
    for file in try Self.files() {
      let size = ThumbnailSize(head: Array(file.prefix(ThumbnailSize.headLength)))
      #expect(size?.width == 300 && size?.height == 200)
    }
  }

  @Test("A head that is cut off, damaged or of another format has no size, or some size")
  func damaged() throws {
    for file in try Self.files() {
      for count in 0..<min(file.count, 40) {
        _ = ThumbnailSize(head: Array(file.prefix(count)))
        var bytes = file
        bytes[count] ^= 0xFF
        _ = ThumbnailSize(head: bytes)
      }
    }
    #expect(ThumbnailSize(head: Array("GIF89a and more".utf8)) == nil)
    #expect(ThumbnailSize(head: [0xFF, 0xD8] + .init(repeating: 0, count: 40)) == nil)
    // Segments without end.
    #expect(ThumbnailSize(head: [0xFF, 0xD8] + .init(repeating: 0xFF, count: 4000)) == nil)
  }
}
