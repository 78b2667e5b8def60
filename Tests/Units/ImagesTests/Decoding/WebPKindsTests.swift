import TestSupport
import Testing

@testable import Images

@Suite("Every kind of WebP")
struct WebPKindsTests {
  private func pixels(of file: [UInt8]) throws -> PixelBuffer {
    let proof = try ImageProof(of: file, thumbnailEdge: .max)
    #expect(proof.format == .webp)
    #expect(proof.warnings == [])
    #expect(try ImageProof(of: file, thumbnailEdge: nil).isDecoded)
    return try PixelBuffer(thumbnailOf: proof)
  }

  @Test("Every kind of lossless WebP is decoded exactly, pixel by pixel", arguments: [3, 4])
  func lossless(channels: Int) throws {
    for (width, height) in [(1, 1), (40, 30), (7, 301), (130, 2)] {
      let drawn = PixelBuffer.drawn(width, height, channels: channels)
      #expect(try pixels(of: WebPFile.simple(drawn)) == drawn)
      #expect(try pixels(of: WebPFile(drawn).bytes) == drawn)
    }
  }

  @Test("Every kind of lossy WebP is decoded close to the original", arguments: [3, 4])
  func lossy(channels: Int) throws {
    for (width, height) in [(120, 90), (101, 301), (333, 200)] {
      let drawn = PixelBuffer.drawn(width, height, channels: channels)
      #expect(try pixels(of: WebPFile.simple(drawn, quality: 95)).meanError(to: drawn) < 4)
      #expect(try pixels(of: WebPFile(drawn, quality: 95).bytes).meanError(to: drawn) < 4)
    }
  }

  @Test("Every kind of WebP larger than one read of the file is decoded")
  func large() throws {
    var generator = SeededGenerator(seed: 5)
    let noise = PixelBuffer(
      width: 400, height: 300, channels: 3,
      bytes: (0..<360_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
    let lossless = try WebPFile.simple(noise)
    let lossy = try WebPFile.simple(noise, quality: 98)
    #expect(lossless.count > 200_000 && lossy.count > 100_000)
    #expect(try pixels(of: lossless) == noise)
    #expect(try pixels(of: lossy).width == 400)
    for file in [lossless, lossy] {
      for count in [file.count - 1, file.count / 2, 66_000] {
        let error = #expect(throws: ImageError.self) {
          try ImageProof(of: Array(file.prefix(count)), thumbnailEdge: 9)
        }
        #expect(error?.kind == .truncated)
      }
    }
  }

  @Test("An animated WebP is decoded as its first frame, at its place on the canvas")
  func animation() throws {
    let red = PixelBuffer(width: 1, height: 1, channels: 3, bytes: [255, 0, 0])
    let file = try WebPFile(
      4, 3, [.init(left: 2, top: 2, pixels: red), .init(pixels: .drawn(4, 3))])
    let expected = Array(repeating: 0 as UInt8, count: 40) + [255, 0, 0, 255, 0, 0, 0, 0]
    #expect(try pixels(of: file.bytes).bytes == expected)
  }

  @Test("A WebP whose RIFF header states a length that the file does not have is truncated")
  func length() throws {
    var file = try WebPFile.simple(.drawn(100, 100))
    file[7] ^= 0x80
    for count in [file.count, file.count / 2] {
      let error = #expect(throws: ImageError.self) {
        try ImageProof(of: Array(file.prefix(count)), thumbnailEdge: nil)
      }
      #expect(error?.kind == .truncated)
    }
  }

  @Test("A WebP truncated at any byte is refused")
  func cuts() throws {
    let red = PixelBuffer(width: 1, height: 1, channels: 4, bytes: [255, 0, 0, 9])
    let animation = try WebPFile(4, 3, [.init(pixels: red), .init(pixels: .drawn(4, 3))])
    let still = try WebPFile(.drawn(20, 10, channels: 4), quality: 50)
      .adding("EXIF", EXIF.block(orientation: 6), flag: 8)
    for file in [animation.bytes, still.bytes, try WebPFile.simple(.drawn(20, 10), quality: 50)] {
      for count in 0..<file.count {
        let error = #expect(throws: ImageError.self, "cut to \(count) of \(file.count)") {
          try ImageProof(of: Array(file.prefix(count)), thumbnailEdge: 4)
        }
        if count >= 12 { #expect(error?.kind == .truncated, "cut to \(count)") }
      }
    }
  }

  @Test("A truncated WebP with an adjusted RIFF header is refused")
  func hiddenCuts() throws {
    for quality in [nil, 50] as [Float?] {
      let file = try WebPFile.simple(.drawn(60, 40), quality: quality)
      for count in stride(from: 12, to: file.count - 2, by: 2) {
        var cut = Array(file.prefix(count))
        let size = count - 8
        cut.replaceSubrange(4..<8, with: (0..<4).map { UInt8(size >> (8 * $0) & 255) })
        let error = #expect(throws: ImageError.self, "cut to \(count) of \(file.count)") {
          try ImageProof(of: cut, thumbnailEdge: 4)
        }
        #expect(error?.kind == .damaged)
      }
    }
  }

  @Test("A WebP is rotated by its EXIF block, with or without the prefix that JPEG uses")
  func orientation() throws {
    let drawn = PixelBuffer.drawn(6, 4)
    let block = EXIF.block(orientation: 6)
    for exif in [block, Array("Exif\0\0".utf8) + block] {
      let file = try WebPFile(drawn).adding("EXIF", exif, flag: 8)
      #expect(try pixels(of: file.bytes) == drawn.turnedUpright(from: .right))
    }
  }

  @Test("A WebP larger than the memory limit is refused")
  func memory() throws {
    let file = try WebPFile.simple(.drawn(100, 100))
    var limits = ImageLimits()
    for memory in [1000, 60_000] {
      limits.memory = memory
      let error = #expect(throws: ImageError.self) {
        try ImageProof(of: file, thumbnailEdge: 4, limits: limits)
      }
      #expect(error?.kind == .tooLarge)
    }
    limits.memory = 110_000
    #expect(try ImageProof(of: file, thumbnailEdge: 4, limits: limits).thumbnail != nil)
  }
}
