import Foundation
import TestSupport
import Testing

@Suite("rename", .serialized)
struct RenameTests {
  private let sync = "sync --size 640 --progress none flickr:recent photos"

  /// Every file of the mirror with its bytes, and without the names.
  private func contents(_ session: Session) -> Set<Data> {
    let tree = session.mirror()
    return Set((tree.photos + tree.sidecars).map(tree.bytes))
  }

  @Test(
    "A dry run shows the new names and moves nothing; a rename moves photos with what is beside them"
  )
  func moved() async throws {
    let session = try await Session("--photos", "12", "--pictures", "4")
    try await session.run(sync).expect(exits: 0)
    let (before, bytes) = (session.mirror(), contents(session))
    let words = ["rename", "photos", "--name", "{taken:yyyy}/{id}_{title:20|untitled}"]
    let dry = try await session.run(words: words + ["--dry-run"])
    #expect(dry.exitCode == 0 && dry.errors == "would rename 12 photos\n", "\(dry.errors)")
    #expect(session.mirror().photos == before.photos)
    let run = try await session.run(words: words)
    #expect(run.exitCode == 0 && run.errors == "renamed 12 photos\n", "\(run.errors)")
    #expect(run.output == dry.output)
    let after = session.mirror()
    #expect(after.flaws() == [] && contents(session) == bytes)
    #expect(
      after.photos.allSatisfy { $0.firstMatch(of: /^(\d{4}|unknown)\/\d+_/) != nil },
      "\(after.photos)")
    #expect(Set(after.photos).isDisjoint(with: before.photos))
    let folders = try FileManager.default.contentsOfDirectory(atPath: after.path)
    #expect(!folders.contains { $0.contains("@N") }, "\(folders)")
  }

  @Test("A rename that is killed is completed by the next sync and rename, without a download")
  func killed() async throws {
    let session = try await Session("--photos", "30", "--pictures", "4")
    try await session.run(sync).expect(exits: 0)
    let bytes = contents(session)
    for template in ["{id}", "{taken:yyyy}/{id}", "{owner}/{title}_{id}"] {
      let process = try session.start("rename photos --name \(template)")
      _ = await process.line(containing: "->")
      process.send(SIGKILL)
      _ = await process.end()
      try await session.server.resetStats()
      try await session.run(sync).expect(exits: 0)
      #expect(try await session.server.stats().imageRequests == 0)
      #expect(session.mirror().flaws() == [] && contents(session) == bytes)
    }
    let rest = try await session.run("rename photos")
    #expect(rest.exitCode == 0, "\(rest.errors)")
    #expect(session.mirror().photos.allSatisfy { $0.contains("@") } && contents(session) == bytes)
  }

  @Test("An invalid template is refused")
  func refused() async throws {
    let session = try await Session("--photos", "1", "--pictures", "1")
    let sync = try await session.run("sync flickr:recent photos --name {name}")
    #expect(sync.exitCode == 2 && sync.errors.contains("--name: there is no field '{name}'"))
    let outside = try await session.run("rename photos --name ../{id}")
    #expect(outside.exitCode == 2 && outside.errors.contains("leads out of its folder"))
    #expect(!session.mirror().exists)
  }

  @Test("A file in the way of a new name stays, and so does the photo")
  func occupied() async throws {
    let session = try await Session("--photos", "2", "--pictures", "1")
    try await session.run(sync).expect(exits: 0)
    let photo = session.mirror().photos[0]
    let id = try #require(photo.firstMatch(of: /_(\d+)\.jpg/)).1
    let mine = session.mirror().path + "/\(id).jpg"
    try Data("mine".utf8).write(to: URL(filePath: mine))
    let run = try await session.run("rename photos --name {id}")
    #expect(run.exitCode == 1)
    #expect(
      run.errors.contains("\(photo) keeps its name: another file already exists at \(id).jpg"),
      "\(run.errors)")
    #expect(run.errors.contains("renamed 1 photo, 1 not renamed\n"), "\(run.errors)")
    #expect(FileManager.default.contents(atPath: mine) == Data("mine".utf8))
    #expect(session.mirror().photos.contains(photo))
  }
}
