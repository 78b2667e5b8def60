import Foundation
import TestSupport
import Testing

@testable import Images

@Suite("Verification of videos")
struct VideoProofTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func prove(_ bytes: [UInt8]) throws -> VideoProof {
    let path = folder.appending("video.mp4")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let proof = Result { try VideoProof(ofFileAt: path) }
    // A file in memory gives the same.
    #expect((try? proof.get()) == (try? VideoProof(of: bytes)))
    return try proof.get()
  }

  private func error(of bytes: [UInt8]) -> ImageError? {
    #expect(throws: ImageError.self) { try prove(bytes) }
  }

  private static func long(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }

  private static func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    long(content.count + 8) + Array(kind.utf8) + content
  }

  /// With the 64-bit form of the length.
  private static func largeBox(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    long(1) + Array(kind.utf8) + long(0) + long(content.count + 16) + content
  }

  private static let brand = box("ftyp", Array("M4V \0\0\0\0M4V mp42".utf8))
  private static let track = box(
    "trak",
    box("tkhd", [UInt8](repeating: 0, count: 76) + long(1920 << 16) + long(1080 << 16)))
  private static let sound = box("trak", box("tkhd", [UInt8](repeating: 0, count: 84)))
  private static let description = box(
    "moov", box("mvhd", [UInt8](repeating: 0, count: 100)) + sound + track)
  private static let data = box("mdat", [UInt8](repeating: 1, count: 500))
  private static let video = brand + description + data

  @Test("A complete video is verified, with its moov box before or after the data")
  func whole() throws {
    for bytes in [Self.video, Self.brand + Self.data + Self.description] {
      let proof = try prove(bytes)
      #expect(proof.width == 1920 && proof.height == 1080)
    }
    let large = Self.brand + Self.largeBox("mdat", [1, 2, 3]) + Self.description
    #expect(try prove(large).width == 1920)
    let bare = Self.brand + Self.box("moov", []) + Self.data
    #expect(try prove(bare).width == 0)
  }

  @Test("A video truncated at any byte is refused")
  func cut() {
    for count in 0..<Self.video.count {
      let error = error(of: Array(Self.video.prefix(count)))
      #expect(error?.kind == .truncated, "\(count): \(error?.message ?? "")")
    }
  }

  @Test("A video with bytes after its last box is refused", arguments: [1, 7, 9, 100])
  func tail(count: Int) {
    #expect(error(of: Self.video + [UInt8](repeating: 1, count: count)) != nil)
  }

  @Test("A video whose last box has no length is not verified")
  func unsized() throws {
    let open = Self.long(0) + Array("mdat".utf8) + [1, 2, 3]
    #expect(try !prove(Self.brand + Self.description + open).isClosed)
    #expect(try prove(Self.video).isClosed)
  }

  @Test("A video's box with an impossible length is refused")
  func lengths() {
    let short = Self.long(7) + Array("mdat".utf8)
    #expect(error(of: Self.brand + Self.description + short)?.kind == .damaged)
    let huge = Self.long(1) + Array("mdat".utf8) + [UInt8](repeating: 0xFF, count: 8)
    #expect(error(of: Self.brand + Self.description + huge)?.kind == .truncated)
    let wide = Self.box("moov", Self.long(900) + Array("trak".utf8))
    #expect(error(of: Self.brand + wide + Self.data)?.kind == .damaged)
  }

  @Test("A video without its moov or mdat box is refused", arguments: ["moov", "mdat"])
  func missing(kind: String) {
    let parts = [("moov", Self.description), ("mdat", Self.data)].filter { $0.0 != kind }
    let error = error(of: Self.brand + parts.flatMap(\.1))
    #expect(error?.message == "the file has no box \(kind)")
  }

  @Test("A video of countless tiny boxes is refused at the limit")
  func many() {
    let tiny = [[UInt8]](repeating: Self.box("free", []), count: 200_001).flatMap(\.self)
    #expect(error(of: Self.video + tiny)?.message.contains("more than 200000 boxes") == true)
  }

  @Test("A link and a folder are refused as videos")
  func links() throws {
    let path = folder.appending("link.mp4")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd")
    for path in [path, folder.path] {
      let error = #expect(throws: ImageError.self) { try VideoProof(ofFileAt: path) }
      #expect(error?.kind == .unreadable)
    }
  }
}
