import Foundation
import TestSupport
import Testing

@testable import Images

/// Of the command, because the memory of a separate process can be measured.
@Suite("Memory of decoding a small file")
struct MemoryTests {
  /// The command's result, and its peak of memory in MiB, by GNU time: a child of this process
  /// starts with the memory of this one.
  private func thumbnail(
    of file: [UInt8], named name: String
  ) async throws -> (run: CommandRun, peak: Int) {
    let folder = try TemporaryDirectory()
    try Data(file).write(to: URL(filePath: folder.appending(name)))
    let run = try await CommandRun.run(
      "/usr/bin/time",
      [
        "-q", "-f", "%M", "-o", "peak", BuiltProducts.path("photomirror"), "thumbnail",
        "--max-memory", "16", "-o", "small", name,
      ], workingDirectory: folder.path)
    let peak = try String(contentsOfFile: folder.appending("peak"), encoding: .utf8)
    return (run, try #require(Int(peak.trimmingCharacters(in: .whitespacesAndNewlines))) >> 10)
  }

  @Test(
    "The table size that a small colour profile states is not allocated",
    arguments: ["mft1", "mft2", "mAB "])
  func profileTable(type: String) async throws {
    var profile = ICCProfile.press
    profile.tags = [("A2B0", Self.table(type))]
    let file = profile.inserted(in: JPEGFixtures.ink)
    #expect(file.count < 1500)
    let (run, peak) = try await thumbnail(of: file, named: "ink.jpg")
    #expect(run.exitCode == 0, "\(run.output)")
    #expect(peak < 100, "\(peak) MiB")
  }

  /// A table of four inks with 80 points each, 120 MB or more, without data.
  private static func table(_ type: String) -> [UInt8] {
    let start = Array(type.utf8) + [0, 0, 0, 0, 4, 3]
    let curves = type == "mft1" ? 4 * 256 : 4
    guard type == "mAB " else {
      return start + [80, 0] + [UInt8](repeating: 0, count: 36 + curves)
    }
    let offsets = [32, 0, 0, 68, 88].flatMap(PNGFile.word)
    let curve = Array("curv\0\0\0\0".utf8) + PNGFile.word(0)
    return start + [0, 0] + offsets + curve + curve + curve
      + [80, 80, 80, 80] + [UInt8](repeating: 0, count: 12) + [2, 0, 0, 0]
      + curve + curve + curve + curve
  }

  @Test("The prefix codes of a lossless WebP count against the memory limit before allocation")
  func prefixCodes() async throws {
    let file = GroupedWebP.file(edge: 1024, groups: 65_536, cacheBits: 11)
    #expect(file.count < 300_000)
    let (run, peak) = try await thumbnail(of: file, named: "groups.webp")
    #expect(run.exitCode == 1)
    #expect(
      run.output == "failed  groups.webp: the image needs more memory than the limit\n")
    #expect(peak < 100, "\(peak) MiB")
  }

  @Test("A lossless WebP needs memory for its actual prefix codes only")
  func fewPrefixCodes() async throws {
    let file = GroupedWebP.file(edge: 256, groups: 64, cacheBits: 4)
    var limits = ImageLimits()
    limits.memory = 2 << 20
    #expect(try ImageProof(of: file, thumbnailEdge: 8, limits: limits).thumbnail != nil)
    limits.memory = 1 << 20
    let error = #expect(throws: ImageError.self) {
      try ImageProof(of: file, thumbnailEdge: 8, limits: limits)
    }
    #expect(error == ImageError(.tooLarge, "the image needs more memory than the limit"))
  }
}
