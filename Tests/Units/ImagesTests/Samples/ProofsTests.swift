import Foundation
import TestSupport
import Testing

@testable import Images

@Suite("The sample of Images")
struct ProofsTests {
  @Test("The sample of Images reports which files are intact and writes their thumbnails")
  func proofs() async throws {
    let directory = try TemporaryDirectory()
    let jpeg = try JPEGEncoder.encode(.drawn(300, 200))
    for (name, bytes) in [
      ("a.jpg", jpeg), ("b.jpg", jpeg.dropLast(99)), ("c.txt", Array("hi".utf8)),
      ("d.psd", Array("8BPS\0\u{1}".utf8)),
    ] {
      try Data(bytes).write(to: URL(filePath: directory.appending(name)))
    }
    let run = try await CommandRun.run(
      BuiltProducts.directory + "/Proofs", ["a.jpg", "b.jpg", "c.txt", "d.psd", "none"],
      environment: [:],
      workingDirectory: directory.path)
    let lines = run.output.split(separator: "\n")
    #expect(run.exitCode == 0 && lines.count == 5)
    #expect(lines.first == "a.jpg: jpeg, 300 x 200")
    #expect(lines.dropFirst().first?.hasPrefix("b.jpg: to be fetched again, ") == true)
    #expect(
      lines.suffix(3) == [
        "c.txt: it is a text file", "d.psd: psd, not decoded", "none: No such file or directory",
      ])
    let thumbnail = try Data(contentsOf: URL(filePath: directory.appending("a.jpg.thumbnail.png")))
    #expect(try ImageProof(of: Array(thumbnail), thumbnailEdge: nil).width == 256)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 5)
  }
}
