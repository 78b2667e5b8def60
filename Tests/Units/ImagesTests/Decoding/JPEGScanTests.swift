import Foundation
import TestSupport
import Testing

@testable import Images

@Suite("The codes of a JPEG")
struct JPEGScanTests {
  @Test(
    "The codes of a JPEG give the pixels that libjpeg decodes alone, at every scale",
    arguments: [
      JPEGFixtures.full, JPEGFixtures.halfAcross, JPEGFixtures.halfDown,
      JPEGFixtures.quarterAcross, JPEGFixtures.restarted, JPEGFixtures.untransformed,
      JPEGFixtures.ink, JPEGFixtures.inkYCCK,
    ])
  func kinds(file: [UInt8]) {
    for edge in [nil, 1, 2, 4, 8, 16, 32] { expectSame(file, edge: edge) }
  }

  @Test("The codes of a JPEG of many blocks give the pixels that libjpeg decodes alone")
  func blocks() throws {
    for channels in [1, 3] {
      for quality in [5, 60, 100] {
        let file = try JPEGEncoder.encode(noise(217, 131, channels: channels), quality: quality)
        for edge in [nil, 10, 25, 50, 217] { expectSame(file, edge: edge) }
      }
    }
  }

  @Test("A JPEG with any changed bit has the verdict of libjpeg alone")
  func bits() throws {
    for (number, file) in [
      JPEGFixtures.restarted,
      try JPEGEncoder.encode(noise(24, 16, channels: 3), quality: 70),
    ].enumerated() {
      let first = try #require(file.firstRange(of: [0xFF, 0xC4])).lowerBound
      for bit in first * 8..<file.count * 8 {
        var changed = file
        changed[bit / 8] ^= 1 << (bit % 8)
        expectSame(changed, edge: [nil, 2, 24][(bit + number) % 3])
      }
    }
  }

  @Test("A JPEG that is cut anywhere, or has other bytes there, has the verdict of libjpeg alone")
  func cuts() throws {
    let file = JPEGFixtures.restarted
    let first = try #require(file.firstRange(of: [0xFF, 0xDA])).upperBound
    for count in first...file.count {
      expectSame(Array(file[..<count]), edge: 4)
      for bytes: [UInt8] in [[0], [0xFF], [0xFF, 0], [0xFF, 0xD0], [0xFF, 0xD1], [0xFF, 0xD9]] {
        expectSame(Array(file[..<count] + bytes + file[count...]), edge: 4)
      }
    }
  }

  @Test("A JPEG that is read again to the point where its codes were invalid gives all its rows")
  func again() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.appending("photo.jpg")
    let file = try JPEGEncoder.encode(noise(700, 500, channels: 3), quality: 90)
    try #require(file.count > 1 << 17)
    // Near the end, and with its end missing.
    let last = try #require(file.dropLast(200).lastRange(of: [0xFF, 0])).lowerBound
    let repeated = Array(file[..<last] + [0xFF] + file[last...])
    for changed in [repeated, Array(file.dropLast(2)), Array(file.dropLast(40))] {
      try Data(changed).write(to: URL(filePath: path))
      for edge in [nil, 40, 700] {
        let result = Result { try ImageProof(ofFileAt: path, thumbnailEdge: edge) }
        let expected = Result {
          try ImageProof(ofFileAt: path, thumbnailEdge: edge, limits: Self.reference)
        }
        #expect((try? result.get()) == (try? expected.get()))
        #expect(String(describing: result) == String(describing: expected))
      }
    }
  }

  @Test("A JPEG whose frame or scan says that it is lossless has the verdict of libjpeg alone")
  func lossless() throws {
    let noise = try JPEGEncoder.encode(noise(24, 16, channels: 3), quality: 70)
    for file in [JPEGFixtures.full, JPEGFixtures.restarted, JPEGFixtures.untransformed, noise] {
      let frame = try #require(file.firstRange(of: [0xFF, 0xC0])).lowerBound
      let scan = try #require(file.firstRange(of: [0xFF, 0xDA])).upperBound
      let first = scan + Int(file[scan + 1]) - 3
      for kind: UInt8 in [0xC0, 0xC3] {
        for predictor: UInt8 in 0...8 {
          var changed = file
          (changed[frame + 1], changed[first], changed[first + 1]) = (kind, predictor, 0)
          for edge in [nil, 2, 16] { expectSame(changed, edge: edge) }
        }
      }
    }
  }

  /// libjpeg decodes many bytes at once without checks.
  private static let behind = [UInt8](repeating: 0, count: 8192)

  @Test("A code that is undefined is damage, however many bytes follow it", arguments: [nil, 24])
  func undefined(edge: Int?) throws {
    let file = try JPEGEncoder.encode(noise(217, 131, channels: 3), quality: 70)
    let scan = try #require(file.firstRange(of: [0xFF, 0xDA])).upperBound
    for part in [3, 2] {
      var changed = file
      // No table has a code of sixteen ones.
      let place = scan + (file.count - scan) / part
      changed.replaceSubrange(place..<place + 6, with: [0xFF, 0, 0xFF, 0, 0xFF, 0])
      let error = #expect(throws: ImageError.self) {
        try ImageProof(of: changed + Self.behind, thumbnailEdge: edge)
      }
      #expect(error?.kind == .damaged)
    }
  }

  @Test("A code that is undefined is damage in each scan of a JPEG that has one for each component")
  func scans() throws {
    let grey = try JPEGEncoder.encode(noise(64, 64, channels: 1), quality: 70)
    let frame = try #require(grey.firstRange(of: [0xFF, 0xC0])).lowerBound
    let scan = try #require(grey.firstRange(of: [0xFF, 0xDA])).lowerBound
    try #require(grey[(frame + 9)..<(frame + 13)] == [1, 1, 0x11, 0])
    let components: [UInt8] = [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
    var file = Array(grey[..<frame]) + [0xFF, 0xC0, 0, 17] + grey[(frame + 4)..<(frame + 9)]
    file += components + grey[(frame + 13)..<scan]
    let places = (1...3).map { component in
      var data = Array(grey[scan...].dropLast(2))
      data[5] = UInt8(component)
      file += data
      return file.count - data.count / 2
    }
    file += [0xFF, 0xD9]
    #expect(try ImageProof(of: file + Self.behind, thumbnailEdge: 8).width == 64)
    for place in places {
      var changed = file
      changed.replaceSubrange(place..<place + 6, with: [0xFF, 0, 0xFF, 0, 0xFF, 0])
      let error = #expect(throws: ImageError.self, "\(place)") {
        try ImageProof(of: changed + Self.behind, thumbnailEdge: nil)
      }
      #expect(error?.kind == .damaged)
    }
  }

  @Test("A flipped bit that libjpeg passes over is found by a code that leads beyond its block")
  func beyond() throws {
    let file = try JPEGEncoder.encode(noise(64, 64, channels: 3), quality: 70)
    let scan = try #require(file.firstRange(of: [0xFF, 0xDA])).upperBound
    var generator = SeededGenerator(seed: 16)
    var (found, byLibrary) = (0, 0)
    for _ in 0..<2000 {
      var changed = file
      let place = Int.random(in: scan + 10..<file.count - 2, using: &generator)
      changed[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      if case .failure = Self.result(changed, nil, ImageLimits()) { found += 1 }
      if case .failure = Self.result(changed, nil, Self.reference) { byLibrary += 1 }
    }
    #expect(found > byLibrary && byLibrary > 100, "\(found), by libjpeg \(byLibrary)")
  }

  private static let reference: ImageLimits = {
    var limits = ImageLimits()
    limits.isReference = true
    return limits
  }()

  /// What libjpeg passes over, and is damage all the same. Of bytes that are left over it counts a part.
  private static let findings = [
    "a code is undefined, or leads beyond its block", "bytes are left over", "extraneous bytes",
  ]

  /// Expects the same proof or error as from libjpeg alone, unless that passes over damage.
  private func expectSame(
    _ file: [UInt8], edge: Int?, _ location: SourceLocation = #_sourceLocation
  ) {
    let result = Self.result(file, edge, ImageLimits())
    let expected = Self.result(file, edge, Self.reference)
    if case .failure(let error) = result, case .success = expected {
      let isFinding = Self.findings.contains { error.message.contains($0) }
      #expect(error.kind == .damaged && isFinding, "\(error)", sourceLocation: location)
      return
    }
    #expect(
      result == expected, "of \(file.count) bytes, edge \(edge ?? 0)", sourceLocation: location)
  }

  private static func result(
    _ file: [UInt8], _ edge: Int?, _ limits: ImageLimits
  ) -> Result<ImageProof, ImageError> {
    Result { () throws(ImageError) in
      try ImageProof(of: file, thumbnailEdge: edge, limits: limits)
    }
  }

  /// Smooth in parts and noisy in others, always the same.
  private func noise(_ width: Int, _ height: Int, channels: Int) -> PixelBuffer {
    var generator = SeededGenerator(seed: 3)
    var pixels = PixelBuffer.drawn(width, height, channels: channels)
    for index in pixels.bytes.indices where index / (width * channels) % 40 < 25 {
      pixels.bytes[index] = .random(in: 0...255, using: &generator)
    }
    return pixels
  }
}
