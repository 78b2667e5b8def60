import Images
import TestSupport
import Testing

@Suite("Encoders")
struct EncodersTests {
  @Test("Equal pixels are encoded to equal files with the format's signature")
  func deterministic() throws {
    let pixels = PixelBuffer(width: 3, height: 2, channels: 3, bytes: Array(1...18))
    let png = try PNGEncoder.encode(pixels)
    let jpeg = try JPEGEncoder.encode(pixels)
    #expect(try PNGEncoder.encode(pixels) == png)
    #expect(try JPEGEncoder.encode(pixels) == jpeg)
    #expect(ImageFormat(sniffing: png) == .png)
    #expect(ImageFormat(sniffing: jpeg) == .jpeg)
    #expect(jpeg.suffix(2) == [0xFF, 0xD9])
  }

  @Test("The WebP encoder takes a quality or an effort beyond its range as the nearest in it")
  func clamped() throws {
    let pixels = PixelBuffer(
      width: 16, height: 16, channels: 3,
      bytes: (0..<768).map { UInt8(truncatingIfNeeded: $0 * 37) })
    let worst = try WebPEncoder.encode(pixels, quality: 0)
    #expect(try WebPEncoder.encode(pixels, quality: -5) == worst)
    #expect(try WebPEncoder.encode(pixels, quality: 1) != worst)
    let best = try WebPEncoder.encode(pixels, quality: 100)
    #expect(try WebPEncoder.encode(pixels, quality: 1000) == best)
    let slowest = try WebPEncoder.encode(pixels, effort: 6)
    #expect(try WebPEncoder.encode(pixels, effort: 99) == slowest)
    #expect(try WebPEncoder.encode(pixels, effort: -1) == WebPEncoder.encode(pixels, effort: 0))
  }

  @Test(
    "Encoders refuse samples that do not match the image's size",
    arguments: [
      PixelBuffer(width: 2, height: 2, channels: 3, bytes: [1, 2, 3]),
      PixelBuffer(width: 0, height: 2, channels: 3, bytes: []),
      PixelBuffer(width: -1, height: -1, channels: 1, bytes: [1]),
      PixelBuffer(width: 1, height: 1, channels: 2, bytes: [1, 2]),
      PixelBuffer(width: .max, height: 2, channels: 1, bytes: [1]),
      PixelBuffer(width: 1, height: 1, channels: 3, bytes: [1, 2, 3, 4]),
    ])
  func shape(pixels: PixelBuffer) {
    let error = #expect(throws: ImageError.self) { try PNGEncoder.encode(pixels) }
    #expect(error?.kind == .unencodable)
    #expect(throws: ImageError.self) { try JPEGEncoder.encode(pixels) }
  }

  @Test("The JPEG encoder refuses an alpha channel and an edge over 65,500 pixels")
  func beyondJPEG() {
    let alpha = PixelBuffer(width: 1, height: 1, channels: 4, bytes: [1, 2, 3, 4])
    let wide = PixelBuffer(
      width: 65_501, height: 1, channels: 1, bytes: Array(repeating: 0, count: 65_501))
    for pixels in [alpha, wide] {
      let error = #expect(throws: ImageError.self) { try JPEGEncoder.encode(pixels) }
      #expect(error?.kind == .unencodable)
    }
  }

  @Test(
    "The PNG encoder compresses drawings and hardly enlarges noise", arguments: [1, 3, 4])
  func runs(channels: Int) throws {
    let count = 200 * 100 * channels
    let flat = PixelBuffer(
      width: 200, height: 100, channels: channels, bytes: (0..<count).map { $0 < 9000 ? 7 : 250 })
    #expect(try PNGEncoder.encode(flat).count < 2000)
    var generator = SeededGenerator(seed: 1)
    let noise = PixelBuffer(
      width: 200, height: 100, channels: channels,
      bytes: (0..<count).map { _ in .random(in: 0...255, using: &generator) })
    #expect(try PNGEncoder.encode(noise).count < count + 500)
    for pixels in [flat, noise] {
      let proof = try ImageProof(of: PNGEncoder.encode(pixels), thumbnailEdge: nil)
      #expect(proof.width == 200)
    }
  }
}
