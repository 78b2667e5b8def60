import Digests
import Foundation
import Images
import MirrorCore
import TestSupport
import Testing
import Threads

@testable import Inspection

@Suite("Inspection by the codecs")
struct CodecInspectorTests {
  @Test(
    "A file that cannot be read is not reported as damaged",
    arguments: [("/proc/\(getpid())/mem", EIO), ("/none", ENOENT)])
  func unreadable(path: String, code: Int32) async throws {
    let pool = ThreadPool(name: "decode", width: 1)
    let inspector = CodecInspector(pool: pool, limits: .init())
    let error = await #expect(throws: InspectionError.self) {
      try await inspector.inspect(fileAt: path, thumbnail: nil, digests: [])
    }
    if case .unreadable(let reason, let errno) = error {
      // The caller adds the path.
      #expect(!reason.contains(path) && errno == code)
    } else {
      Issue.record("\(String(describing: error))")
    }
    await pool.shutdown()
  }

  @Test(
    "Photos inspected at the same time have the digests of their own files", arguments: [1, 7, 40],
    [1, 8])
  func digests(count: Int, together: Int) async throws {
    let folder = try TemporaryDirectory()
    let paths = try (0..<count).map { number in
      // Every fifth is no picture, and a digest of the others must not wait for it.
      let path = folder.appending("\(number)")
      try Data(number % 5 == 4 ? [1, 2, 3] : picture(width: 8 + number))
        .write(to: URL(fileURLWithPath: path))
      return path
    }
    let pool = ThreadPool(name: "decode", width: 3)
    let inspector = CodecInspector(pool: pool, limits: .init(), together: together)
    await withTaskGroup(of: (Int, String?).self) { group in
      for (number, path) in paths.enumerated() {
        group.addTask {
          let result = try? await inspector.inspect(fileAt: path, thumbnail: nil, digests: [])
          return (number, result?.sha256)
        }
      }
      for await (number, sha256) in group {
        let expected = number % 5 == 4 ? nil : try? FileDigest.hex(.sha256, ofFileAt: paths[number])
        #expect(sha256 == expected)
      }
    }
    await pool.shutdown()
  }

  private func picture(width: Int) throws -> [UInt8] {
    try PNGEncoder.encode(
      PixelBuffer(
        width: width, height: 8, channels: 3,
        bytes: (0..<width * 24).map { UInt8(truncatingIfNeeded: $0 &* width) }))
  }
}
