import TestSupport
import Testing

@testable import Images

@Suite("Bytes that no pixel of a JPEG needs")
struct LeftOverTests {
  /// More than libjpeg reads ahead.
  private static let bytes = [UInt8](repeating: 0x5A, count: 20)

  private func file(isProgressive: Bool) throws -> [UInt8] {
    try JPEGEncoder.encode(.drawn(160, 120), isProgressive: isProgressive)
  }

  @Test(
    "Left-over bytes between a JPEG's scan data and its end marker are damage",
    arguments: [false, true], [nil, 8])
  func beforeTheEnd(isProgressive: Bool, edge: Int?) throws {
    let file = try file(isProgressive: isProgressive)
    let error = #expect(throws: ImageError.self) {
      try ImageProof(of: file.dropLast(2) + Self.bytes + file.suffix(2), thumbnailEdge: edge)
    }
    #expect(error?.kind == .damaged)
    #expect(error?.message.contains("extraneous bytes before marker 0xd9") == true)
  }

  @Test(
    "Left-over bytes before the end marker are padding if the file is known to be as it was sent",
    arguments: [false, true], [4, 5, 7, 16, 5000])
  func proven(isProgressive: Bool, count: Int) throws {
    let file = try file(isProgressive: isProgressive)
    let padded =
      file.dropLast(2) + [UInt8](repeating: 0x5A, count: count) + file.suffix(2)
    if !isProgressive || count > 7 {
      #expect(throws: ImageError.self) { try ImageProof(of: Array(padded), thumbnailEdge: 8) }
    }
    var limits = ImageLimits()
    limits.isTransferProven = true
    let proof = try ImageProof(of: Array(padded), thumbnailEdge: 8, limits: limits)
    #expect(proof.isDecoded && (isProgressive || proof.warnings.count == 1))
    #expect(try proof.thumbnail == ImageProof(of: file, thumbnailEdge: 8).thumbnail)
    // Pixels that are missing remain so.
    let cut = Array(file.dropLast(200) + file.suffix(2))
    #expect(throws: ImageError.self) { try ImageProof(of: cut, thumbnailEdge: 8, limits: limits) }
  }

  @Test(
    "Up to three bytes before the end marker make a length a multiple of four, and are no damage")
  func fill() throws {
    let file = try file(isProgressive: false)
    for count in 1...3 {
      let filled = file.dropLast(2) + Self.bytes.prefix(count) + file.suffix(2)
      #expect(try ImageProof(of: Array(filled), thumbnailEdge: 8).isDecoded)
    }
  }

  @Test("Left-over bytes before a restart marker are damage, also if the transfer is proven")
  func beforeRestart() throws {
    let file = JPEGFixtures.restarted
    let marker = try #require(file.firstRange(of: [0xFF, 0xD0])).lowerBound
    var limits = ImageLimits()
    limits.isTransferProven = true
    for count in [5, 20] {
      let changed = Array(file[..<marker] + Self.bytes.prefix(count % 20 + 4) + file[marker...])
      #expect(throws: ImageError.self, "\(count)") {
        try ImageProof(of: changed, thumbnailEdge: 8, limits: limits)
      }
    }
  }

  @Test("Left-over bytes between the scans of a JPEG are damage")
  func betweenScans() throws {
    let file = try file(isProgressive: true)
    let scan = try #require(file.firstRange(of: [0xFF, 0xDA])).upperBound
    let next = try #require(file[scan...].firstRange(of: [0xFF, 0xC4])).lowerBound
    let error = #expect(throws: ImageError.self) {
      try ImageProof(of: Array(file[..<next] + Self.bytes + file[next...]), thumbnailEdge: nil)
    }
    #expect(error?.kind == .damaged)
  }

  @Test("Zeros before a JPEG's end marker are padding")
  func padding() throws {
    let file = try file(isProgressive: false)
    for count in [8, 70_000] {
      let padded = file.dropLast(2) + [UInt8](repeating: 0, count: count) + file.suffix(2)
      let proof = try ImageProof(of: Array(padded), thumbnailEdge: 8)
      #expect(proof.warnings.count == 1)
      #expect(try proof.thumbnail == ImageProof(of: file, thumbnailEdge: 8).thumbnail)
    }
  }

  @Test("Images and films behind a JPEG's end marker, as of several phones, are not damage")
  func behindTheEnd() throws {
    let file = try file(isProgressive: false)
    for trailer in [file + file, Array("\0\0\0\u{18}ftypmp42SEFHSEFT".utf8), Self.bytes] {
      let proof = try ImageProof(of: file + trailer, thumbnailEdge: 8)
      #expect(proof.warnings == ["extra bytes follow the end of the image"])
    }
  }

  /// The lowest numbers that a libjpeg which counts every warning as damage finds, less a tenth.
  @Test(
    "As many of 1000 single flipped bits of a JPEG are found as libjpeg's warnings reveal",
    arguments: [(false, 110), (true, 230)])
  func flips(isProgressive: Bool, least: Int) throws {
    let file = try file(isProgressive: isProgressive)
    let scan = try #require(file.firstRange(of: [0xFF, 0xDA])).upperBound
    var generator = SeededGenerator(seed: 16)
    var found = 0
    for _ in 0..<1000 {
      var damaged = file
      let place = Int.random(in: scan..<file.count, using: &generator)
      damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      if (try? ImageProof(of: damaged, thumbnailEdge: nil)) == nil { found += 1 }
    }
    #expect(found >= least, "\(found) were found")
  }
}
