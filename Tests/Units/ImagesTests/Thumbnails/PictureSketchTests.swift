import Foundation
import TestSupport
import Testing

@testable import Images

@Suite("Sketches of pictures")
struct PictureSketchTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// A picture that becomes brighter to the right and redder to the bottom, or the other way round.
  private func picture(_ width: Int, _ height: Int, isTurned: Bool = false) -> PixelBuffer {
    let bytes = (0..<height).flatMap { y in
      (0..<width).flatMap { x -> [UInt8] in
        let (across, down) = (x * 255 / width, y * 255 / height)
        let (light, red) = isTurned ? (255 - across, 255 - down) : (across, down)
        return [UInt8(red), UInt8(light), UInt8(light)]
      }
    }
    return PixelBuffer(width: width, height: height, channels: 3, bytes: bytes)
  }

  private func sketch(of bytes: [UInt8]) throws -> PictureSketch? {
    let path = folder.appending("picture")
    try Data(bytes).write(to: URL(filePath: path))
    return try PictureSketch(ofFileAt: path, limits: ImageLimits(), by: nil)
  }

  @Test("A thumbnail in any size and format is like its photo, and not like another photo")
  func like() throws {
    let photo = try PNGEncoder.encode(picture(600, 400))
    let sketch = try #require(try sketch(of: photo))
    let other = try #require(
      try self.sketch(of: PNGEncoder.encode(picture(600, 400, isTurned: true))))
    for format in ThumbnailRequest.Format.allCases {
      for edge in [64, 128, 256] {
        let proof = try ImageProof(of: photo, ThumbnailRequest(edge: edge, format: format))
        let thumbnail = try #require(proof.thumbnail)
        let small = try #require(try self.sketch(of: thumbnail))
        #expect(small.isLike(sketch) && sketch.isLike(small), "\(format), \(edge)")
        #expect(!small.isLike(other) && !other.isLike(small), "\(format), \(edge)")
      }
    }
    #expect(!sketch.isLike(other))
  }

  @Test("A picture of few pixels has no sketch, and a cut one is an error")
  func none() throws {
    #expect(try sketch(of: PNGEncoder.encode(picture(60, 31))) == nil)
    let cut = try PNGEncoder.encode(picture(60, 40)).dropLast(100)
    #expect(throws: ImageError.self) { try sketch(of: Array(cut)) }
  }

  @Test("Grey and translucent pictures have sketches of three colours, on white")
  func channels() throws {
    let grey = PixelBuffer(
      width: 32, height: 32, channels: 1, bytes: [UInt8](repeating: 255, count: 1024))
    let clear = PixelBuffer(
      width: 32, height: 32, channels: 4, bytes: [UInt8](repeating: 0, count: 4096))
    let sketches = try [grey, clear].map { try sketch(of: PNGEncoder.encode($0)) }
    #expect(sketches.allSatisfy { $0?.samples == [UInt8](repeating: 255, count: 192) })
  }
}
