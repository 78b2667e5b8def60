import Foundation
import TestSupport
import Testing

@testable import Images

/// Formats that are decoded by libraries which are loaded at run time.
@Suite("Formats that need a library", .serialized)
struct LibraryFormatTests {
  private static let formats = LibraryFixtures.formats.filter(\.isDecodable)

  @Test("A picture is decoded to its last pixel, and has a thumbnail", arguments: formats)
  func decoded(format: ImageFormat) throws {
    let proof = try ImageProof(of: LibraryFixtures.bytes(format), thumbnailEdge: 8)
    #expect(proof.format == format && proof.isDecoded)
    #expect(proof.width == 16 && proof.height == 12)
    let thumbnail = try ImageProof(of: try #require(proof.thumbnail), thumbnailEdge: nil)
    #expect(thumbnail.width == 8 && thumbnail.height == 6)
  }

  @Test(
    "The thumbnail of a TIFF is turned as its orientation says",
    .enabled(if: ImageFormat.tiff.isDecodable), arguments: Orientation.allCases)
  func turned(orientation: Orientation) throws {
    func proof(_ number: Int) throws -> ImageProof {
      try ImageProof(
        of: LibraryFixtures.tiff(orientation: UInt8(number)), thumbnailEdge: .max)
    }
    let turned = try proof(orientation.rawValue)
    #expect(turned.width == 16 && turned.height == 12 && turned.warnings == [])
    let upright = try PixelBuffer(thumbnailOf: proof(1))
    #expect(try PixelBuffer(thumbnailOf: turned) == upright.turnedUpright(from: orientation))
  }

  @Test("A picture is decoded in a process that has loaded the library, and others have not")
  func inProcess() async throws {
    let folder = try TemporaryDirectory()
    let paths = try Self.formats.map { format in
      let path = folder.appending(format.rawValue)
      try Data(LibraryFixtures.bytes(format)).write(to: URL(filePath: path))
      return path
    }
    let run = try await CommandRun.run(BuiltProducts.path("HostileDecoder"), paths)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines == Self.formats.map { "\($0.rawValue): decoded 16 x 12" }, "\(run.errors)")
  }

  @Test("A picture with changed bytes is decoded or refused, and ends nothing", arguments: formats)
  func changed(format: ImageFormat) {
    let bytes = LibraryFixtures.bytes(format)
    for place in bytes.indices {
      var other = bytes
      other[place] ^= 0xFF
      _ = try? ImageProof(of: other, thumbnailEdge: 8)
    }
  }

  @Test("A thumbnail has the colours of its picture", arguments: formats)
  func colors(format: ImageFormat) throws {
    let proof = try ImageProof(of: LibraryFixtures.bytes(format), thumbnailEdge: .max)
    let pixels = try PixelBuffer(thumbnailOf: proof)
    try #require(pixels.width == 16 && pixels.height == 12 && pixels.channels == 3)
    for (index, value) in pixels.bytes.enumerated() {
      let (x, y) = (index / 3 % 16, index / 3 / 16)
      let expected = [x * 15, y * 20, 128][index % 3]
      #expect(abs(Int(value) - expected) < 32, "\(x), \(y): \(value) instead of \(expected)")
    }
  }

  @Test(
    "An HEIC or AVIF needs twice the memory of its samples as they are coded, and its decoder's",
    arguments: [(ImageFormat.heic, 64 * 64 * 5), (.avif, 16 * 12 * 8)])
  func samples(format: ImageFormat, count: Int) throws {
    guard format.isDecodable else { return }
    let bytes = LibraryFixtures.bytes(format)
    var limits = ImageLimits()
    limits.memory = bytes.count + count
    #expect(try ImageProof(of: bytes, thumbnailEdge: 8, limits: limits).thumbnail != nil)
    limits.memory -= 1
    let error = #expect(throws: ImageError.self) {
      try ImageProof(of: bytes, thumbnailEdge: 8, limits: limits)
    }
    #expect(error?.kind == .tooLarge)
  }

  @Test("A picture over a limit costs no memory", arguments: formats)
  func limits(format: ImageFormat) {
    var (few, little) = (ImageLimits(), ImageLimits())
    (few.pixels, little.memory) = (100, 1000)
    for limits in [few, little] {
      #expect {
        try ImageProof(of: LibraryFixtures.bytes(format), thumbnailEdge: nil, limits: limits)
      } throws: { ($0 as? ImageError)?.kind == .tooLarge }
    }
  }
}
