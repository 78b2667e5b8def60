import Foundation
import TestSupport
import Testing

@testable import Images

@Suite("A proof of an image file")
struct ImageProofFileTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test("The proof of a file equals the proof of its bytes, across many read buffers")
  func file() throws {
    var generator = SeededGenerator(seed: 1)
    let pixels = PixelBuffer(
      width: 300, height: 200, channels: 3,
      bytes: (0..<180_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
    for file in [try PNGEncoder.encode(pixels), try JPEGEncoder.encode(pixels, quality: 98)] {
      #expect(file.count > 65_536)
      let path = directory.appending("picture")
      try Data(file).write(to: URL(filePath: path))
      let proof = try ImageProof(ofFileAt: path, thumbnailEdge: 64)
      #expect(try proof == ImageProof(of: file, thumbnailEdge: 64))
    }
  }

  @Test("A missing file, a folder and a link are reported as unreadable images")
  func unreadable() throws {
    let target = directory.appending("target")
    let link = directory.appending("link")
    try Data(PNGEncoder.encode(.drawn(2, 2))).write(to: URL(filePath: target))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    for (path, reason) in [
      (directory.appending("none"), "No such file or directory"),
      (directory.path, "it is not a regular file"), (link, "it is a symbolic link"),
    ] {
      let error = #expect(throws: ImageError.self) {
        try ImageProof(ofFileAt: path, thumbnailEdge: nil)
      }
      #expect(error?.kind == .unreadable && error?.message == reason)
    }
  }

  @Test("A named pipe is refused as an image without waiting for its writer")
  func pipe() throws {
    let path = directory.appending("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    let error = #expect(throws: ImageError.self) {
      try ImageProof(ofFileAt: path, thumbnailEdge: nil)
    }
    #expect(error?.kind == .unreadable)
  }
}
