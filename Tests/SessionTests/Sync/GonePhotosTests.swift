import Foundation
import TestSupport
import Testing

@Suite("Photos that the feed no longer lists", .serialized)
struct GonePhotosTests {
  private let source = "flickr:user/30000003@N02"

  /// A mirror of 60 photos of all photographers, of which the site then shows 30.
  private func session(_ options: String = "") async throws -> (Session, before: [String: Data]) {
    var session = try await Session("--photos", "60", "--pictures", "4")
    try await session.run("sync --progress none \(source) photos").expect(exits: 0)
    let before = session.mirror().contents()
    try await session.restartServer("--photos", "30", "--pictures", "4")
    return (session, before)
  }

  private func images(_ session: Session) async throws -> Int {
    try await session.server.stats().imageRequests
  }

  @Test("Photos that are gone are kept by default, and a dry run says the same")
  func kept() async throws {
    let (session, before) = try await session()
    // The site says of each of them that it has no such photo.
    for option in ["--dry-run", ""] {
      let run = try await session.run("sync \(source) photos \(option)")
      #expect(run.exitCode == 0 && run.errors.contains("gone from the feed and kept"))
      #expect(run.errors.contains("hint: --gone trash moves"), "\(run.errors)")
    }
    #expect(session.mirror().contents() == before)
  }

  @Test("A photo that the listing lacks, and that the site still has, is not gone at once")
  func hidden() async throws {
    let session = try await Session("--photos", "30", "--pictures", "4")
    let sync = "sync \(source) photos --progress lines --gone trash --max-gone 9"
    try await session.run(sync).expect(exits: 0, errors: "…")
    let before = session.mirror().contents()
    let id = try #require(try await session.list(source).first).id
    try await session.server.change(id, ["state": "hidden"])
    let missing = "1 photo is missing from the listing, and not yet counted as gone\n"
    for option in ["--dry-run", ""] {
      let run = try await session.run("\(sync) \(option)")
      #expect(run.exitCode == 0 && run.errors.contains(missing), "\(run.errors)")
      #expect(session.mirror().contents() == before)
    }
    let gone = try await session.run(sync + " --gone-after 1")
    #expect(gone.exitCode == 0 && session.mirror().contents().count == before.count - 1)
    try await session.server.change(id, ["state": "shown"])
    try await session.run(sync).expect(exits: 0, errors: "…")
    #expect(session.mirror().contents() == before && session.mirror().flaws().isEmpty)
  }

  @Test(
    "Photos that are gone go to the trash and come back from it, by hand or when they are listed")
  func trashed() async throws {
    var (session, before) = try await session()
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
    // It stays, though the feed still lacks it.
    let again = try await session.run(sync)
    #expect(again.exitCode == 0 && session.mirror().photos.contains(gone[0]), "\(again.errors)")
    try await session.restartServer("--photos", "60", "--pictures", "4")
    let back = try await session.run(sync)
    #expect(back.exitCode == 0 && back.errors.contains("restored  "), "\(back.errors)")
    #expect(session.mirror().contents() == before && session.mirror().flaws().isEmpty)
    let stats = try await session.server.stats()
    #expect(stats.imageRequests == 0)
    #expect(try await session.run("trash photos").output.isEmpty)
  }

  @Test("The trash is emptied by age, and what was deleted is fetched again when it is listed")
  func emptied() async throws {
    var (session, before) = try await session()
    let sync = "sync \(source) photos --progress none --gone trash --gone-after 1 --max-gone 99"
    try await session.run(sync).expect(exits: 0, errors: "…")
    let trashed = try await session.run("trash photos").output
    #expect(!trashed.isEmpty)
    let young = try await session.run("trash photos --empty --older-than 90d")
    young.expect(exits: 0, errors: "deleted 0 photos, 0 B")
    #expect(try await session.run("trash photos").output == trashed)
    let all = try await session.run("trash photos --empty")
    #expect(all.exitCode == 0 && all.errors.hasPrefix("deleted "), "\(all.errors)")
    #expect(try await session.run("trash photos").output.isEmpty)
    try await session.restartServer("--photos", "60", "--pictures", "4")
    try await session.run(sync).expect(exits: 0, errors: "…")
    #expect(session.mirror().contents() == before)
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

  @Test("The sidecars of an earlier choice go to the trash with their photo, and come back")
  func sidecars() async throws {
    var (session, _) = try await session()
    try await session.restartServer("--photos", "60", "--pictures", "4")
    let other = "--sidecar json --sidecar-name stem"
    try await session.run("sync --progress none \(other) \(source) photos").expect(
      exits: 0, errors: "…")
    func sidecars() throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: session.mirror().path).filter {
        !$0.hasPrefix(".") && ($0.hasSuffix(".xmp") || $0.hasSuffix(".json"))
      }.sorted()
    }
    let before = try sidecars()
    #expect(before.contains { $0.hasSuffix(".xmp") } && before.contains { $0.hasSuffix(".json") })
    try await session.restartServer("--photos", "30", "--pictures", "4")
    let sync = "sync \(source) photos --progress none --gone trash --gone-after 1 --max-gone 99"
    try await session.run(sync).expect(exits: 0, errors: "…")
    let photos = session.mirror().photos.filter { !$0.hasSuffix(".json") }
    let stems = photos.map { ($0 as NSString).deletingPathExtension + "." }
    let left = try sidecars()
    #expect(left.count < before.count)
    #expect(left.allSatisfy { name in stems.contains(where: name.hasPrefix) }, "\(left)")
    try await session.restartServer("--photos", "60", "--pictures", "4")
    try await session.run(sync).expect(exits: 0, errors: "…")
    #expect(try sidecars() == before)
  }

  @Test("A trash behind a link touches nothing")
  func linked() async throws {
    let (session, before) = try await session()
    let state = session.folder.appending("photos/.photomirror")
    try FileManager.default.createDirectory(
      atPath: session.folder.appending("elsewhere"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: state + "/trash", withDestinationPath: session.folder.appending("elsewhere"))
    let run = try await session.run(
      "sync \(source) photos --progress none --gone trash --gone-after 1 --max-gone 99")
    #expect(run.exitCode == 4 && run.errors.contains("/trash is a symbolic link"), "\(run.errors)")
    #expect(session.mirror().contents() == before && session.mirror().flaws().isEmpty)
  }
}
