import Foundation
import TestSupport
import Testing

@Suite("The command verify", .serialized)
struct VerifyTests {
  @Test("verify distinguishes a truncated file from one that is another intact image")
  func changed() async throws {
    let session = try await Session("--photos", "3", "--pictures", "3")
    try await session.run("sync --progress none flickr:recent photos").expect(exits: 0)
    let tree = session.mirror()
    let (cut, edited, whole) = (tree.photos[0], tree.photos[1], tree.photos[2])
    try tree.bytes(cut).dropLast(900).write(to: URL(filePath: tree.path + "/" + cut))
    try tree.bytes(whole).write(to: URL(filePath: tree.path + "/" + edited))
    let run = try await session.run("verify photos")
    #expect(run.exitCode == 1)
    let lines = run.output.split(separator: "\n").sorted()
    let expected = [
      "changed  \(cut): the file ends before the picture does",
      "changed  \(edited): a whole picture, and not the one that was mirrored",
    ].sorted()
    #expect(lines.count == 2, "\(run.output)")
    #expect(zip(lines, expected).allSatisfy { $0.hasPrefix($1) }, "\(run.output)")
    #expect(
      run.errors.contains("verified 3 photos, ") && run.errors.contains(": 0 missing, 2 changed"))
  }
}
