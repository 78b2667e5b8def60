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
    // The catalog knows the files under their new names, and new photos get such names.
    try await session.run("verify photos").expect(exits: 0, errors: "…")
    try await session.server.resetStats()
    try await session.run(sync).expect(exits: 0)
    #expect(try await session.server.stats().imageRequests == 0)
    let again = try await session.run("rename photos")
    #expect(again.errors == "renamed 0 photos, 12 unchanged\n" && again.output.isEmpty)
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

  @Test("A file in the way of a new name stays, and so does the photo")
  func occupied() async throws {
    let session = try await Session("--photos", "2", "--pictures", "1")
    try await session.run(sync).expect(exits: 0)
    let photo = session.mirror().photos[0]
    let id = try #require(photo.firstMatch(of: /_(\d+)\.jpg/)).1
    let mine = session.mirror().path + "/\(id).jpg"
    try Data("mine".utf8).write(to: URL(filePath: mine))
    let dry = try await session.run("rename photos --name {id} --dry-run")
    #expect(dry.exitCode == 1 && dry.errors.contains("another file already exists at \(id).jpg"))
    #expect(dry.errors.contains("would rename 1 photo, 1 not renamed\n"), "\(dry.errors)")
    let run = try await session.run("rename photos --name {id}")
    #expect(run.exitCode == 1)
    #expect(
      run.errors.contains("\(photo) keeps its name: another file already exists at \(id).jpg"),
      "\(run.errors)")
    #expect(run.errors.contains("renamed 1 photo, 1 not renamed\n"), "\(run.errors)")
    #expect(FileManager.default.contents(atPath: mine) == Data("mine".utf8))
    #expect(session.mirror().photos.contains(photo))
    try await session.run("verify photos").expect(exits: 0, output: "…", errors: "…")
  }

  @Test(
    "A sync with another template names new photos by it, and says that the others keep their names"
  )
  func newNames() async throws {
    let session = try await Session("--photos", "4", "--pictures", "1")
    try await session.run(sync + " --limit 2").expect(exits: 0)
    let before = session.mirror().photos
    let run = try await session.run(sync + " --name {id} --mtime uploaded")
    #expect(run.exitCode == 0 && run.errors.contains("2 photos keep their names"), "\(run.errors)")
    let after = session.mirror()
    #expect(Set(before).isSubset(of: after.photos))
    #expect(after.photos.count { $0.firstMatch(of: /^\d+\.jpg$/) != nil } == 2, "\(after.photos)")
    for name in after.photos {
      let attributes = try FileManager.default.attributesOfItem(atPath: after.path + "/" + name)
      let date = try #require(attributes[.modificationDate] as? Date)
      #expect(date < Date(timeIntervalSinceNow: -3600), "\(name)")
    }
  }

  @Test("An invalid template and a directory without a mirror are refused")
  func refused() async throws {
    let session = try await Session("--photos", "1", "--pictures", "1")
    let sync = try await session.run("sync flickr:recent photos --name {name}")
    #expect(sync.exitCode == 2 && sync.errors.contains("--name: there is no field '{name}'"))
    let outside = try await session.run("rename photos --name ../{id}")
    #expect(outside.exitCode == 2 && outside.errors.contains("leads out of its folder"))
    let none = try await session.run("rename photos")
    #expect(
      none.exitCode == 4 && none.errors.contains("there is no mirror in photos"), "\(none.errors)")
    #expect(!session.mirror().exists)
  }
}
