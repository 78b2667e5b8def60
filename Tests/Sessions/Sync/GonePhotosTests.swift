import Foundation
import TestSupport
import Testing

@Suite("Photos that the feed no longer lists", .serialized)
struct GonePhotosTests {
  private let source = "flickr:user/30000003@N02"

  /// A mirror of 60 photos of all photographers. Then the site shows 30 of them.
  private func session() async throws -> (Session, before: [String: Data]) {
    var session = try await Session("--photos", "60", "--pictures", "4")
    try await session.run("sync --progress none \(source) photos").expect(exits: 0)
    let before = session.mirror().contents()
    try await session.restartServer("--photos", "30", "--pictures", "4")
    return (session, before)
  }

  @Test(
    "Photos that are gone go to the trash, come back from it by hand, and are deleted from it")
  func trashed() async throws {
    let (session, before) = try await session()
    let sync = "sync \(source) photos --progress lines --gone trash --gone-after 1"
    let refused = try await session.run(sync)
    #expect(refused.exitCode == 6 && refused.errors.contains("none was changed"))
    #expect(refused.errors.contains("hint: if this is intended, run again with --max-gone "))
    #expect(session.mirror().contents() == before)
    let run = try await session.run(sync + " --max-gone 100%")
    #expect(run.exitCode == 0, "\(run.errors)")
    let left = session.mirror()
    #expect(left.flaws().isEmpty && !left.photos.isEmpty && left.photos.count < before.count)
    let gone = before.keys.filter { !left.photos.contains($0) }.sorted()
    #expect(run.errors.contains("\(gone[0]) is gone from the feed: moved to .photomirror/trash/"))
    let listed = try await session.run("trash photos")
    #expect(listed.exitCode == 0 && gone.allSatisfy { listed.output.contains("  gone  \($0)  ") })
    let restored = try await session.run("restore photos \(gone[0])")
    restored.expect(exits: 0, output: "restored  \(gone[0])")
    try await session.run("trash photos --empty --older-than 90d").expect(
      exits: 0, errors: "deleted 0 photos, 0 B")
    let all = try await session.run("trash photos --empty")
    #expect(all.exitCode == 0 && all.errors.hasPrefix("deleted "), "\(all.errors)")
    #expect(try await session.run("trash photos").output.isEmpty)
  }

  @Test("A forgotten photo goes to the trash and is not fetched again, until that is taken back")
  func forgotten() async throws {
    let session = try await Session("--photos", "20", "--pictures", "4")
    let sync = "sync \(source) photos --progress none"
    try await session.run(sync).expect(exits: 0)
    let before = session.mirror().contents()
    let path = try #require(before.keys.min())
    let forgotten = try await session.run("forget photos photos/\(path)")
    forgotten.expect(exits: 0, output: "forgotten  \(path)")
    let run = try await session.run("sync \(source) photos --progress lines")
    #expect(run.errors.contains(" 1 forgotten"), "\(run.errors)")
    #expect(!session.mirror().photos.contains(path) && session.mirror().flaws().isEmpty)
    #expect(try await session.run("verify photos").exitCode == 0)
    let undone = try await session.run("forget --undo photos \(path)")
    undone.expect(exits: 0, output: "remembered  \(path)")
    try await session.run(sync).expect(exits: 0)
    #expect(session.mirror().contents() == before && session.mirror().flaws().isEmpty)
    let unknown = try await session.run("forget photos 1")
    unknown.expect(
      exits: 1, errors: "photomirror: error: 1: the mirror knows no such photo")
  }

  @Test(
    "A trash on another file system touches nothing",
    .enabled("needs mount namespaces (user_namespaces(7))") { await SmallDisk.isAllowed() })
  func otherFileSystem() async throws {
    let (session, before) = try await session()
    let trash = session.folder.appending("photos/.photomirror/trash")
    try FileManager.default.createDirectory(atPath: trash, withIntermediateDirectories: false)
    let disk = try await SmallDisk(at: trash, size: "8m")
    let sync = "sync \(source) photos --progress none --gone trash --gone-after 1 --max-gone 99"
    let run = try await session.run(sync, on: disk)
    #expect(run.exitCode == 4 && run.errors.contains("cross-device"), "\(run.errors)")
    #expect(session.mirror().contents() == before && session.mirror().flaws().isEmpty)
    try await session.run(sync).expect(exits: 0, errors: "…")
    #expect(session.mirror().flaws().isEmpty && session.mirror().photos.count < before.count)
  }
}
