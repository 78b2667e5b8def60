import Foundation
import TestSupport
import Testing

@Suite("The command adopt", .serialized)
struct AdoptTests {
  private func mirrored(_ count: Int) async throws -> (Session, MirrorTree) {
    let session = try await Session("--photos", "\(count)", "--pictures", "\(count)")
    try await session.run("sync --progress none flickr:recent photos").expect(exits: 0)
    return (session, session.mirror())
  }

  private func loseCatalog(_ session: Session) throws {
    try FileManager.default.removeItem(atPath: session.mirror().path + "/.photomirror")
  }

  @Test("After a lost catalog, files under any name are adopted, and sync fetches only the rest")
  func lost() async throws {
    let (session, tree) = try await mirrored(4)
    let before = tree.contents()
    let ids = try await session.list().map(\.id)
    try loseCatalog(session)
    let files = FileManager.default
    // As gallery-dl and Flickr's export name them; without sidecars.
    let names = ["flickr/flickr_\(ids[0]).jpg", "export/a-cat_\(ids[1])_o.jpg"]
    for (id, name) in zip(ids, names) {
      let old = try #require(tree.photo(id))
      let new = tree.path + "/" + name
      try files.createDirectory(
        atPath: (new as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try files.moveItem(atPath: tree.path + "/" + old, toPath: new)
      try files.removeItem(atPath: tree.path + "/" + old + ".xmp")
    }
    // Known by its sidecar alone.
    let third = try #require(tree.photo(ids[2]))
    try files.moveItem(atPath: tree.path + "/" + third, toPath: tree.path + "/renamed.jpg")
    try files.moveItem(
      atPath: tree.path + "/" + third + ".xmp", toPath: tree.path + "/renamed.jpg.xmp")
    let fourth = try #require(tree.photo(ids[3]))
    try files.removeItem(atPath: tree.path + "/" + fourth)
    try Data("mine".utf8).write(to: URL(filePath: tree.path + "/notes.md"))
    let dry = try await session.run("adopt --dry-run flickr:recent photos")
    #expect(
      dry.exitCode == 0 && dry.errors.contains("would adopt 3 photos, 1 file extra"),
      "\(dry.errors)")
    try await session.server.resetStats()
    let run = try await session.run("adopt flickr:recent photos")
    #expect(run.exitCode == 0, "\(run.errors)")
    let expected = [
      "= \(names[0]): \(ids[0])", "= \(names[1]): \(ids[1])", "= renamed.jpg: \(ids[2])",
      "+ notes.md",
    ]
    #expect(run.output.split(separator: "\n").map(String.init).sorted() == expected.sorted())
    #expect(try await session.server.stats().imageRequests == 0)

    let sync = try await session.run("sync --progress none flickr:recent photos")
    #expect(sync.exitCode == 0, "\(sync.errors)")
    #expect(try await session.server.stats().imageRequests == 1)
    let after = session.mirror()
    #expect(after.bytes(names[0]) == before[try #require(tree.photo(ids[0]))])
    #expect(after.bytes("notes.md") == Data("mine".utf8))
  }

  @Test("A damaged file is reported by adopt, stays, and its photo is fetched by sync")
  func damaged() async throws {
    let (session, tree) = try await mirrored(2)
    try loseCatalog(session)
    let id = try #require(try await session.list().first).id
    let old = try #require(tree.photo(id))
    let cut = tree.bytes(old).dropLast(900)
    try FileManager.default.removeItem(atPath: tree.path + "/" + old)
    try FileManager.default.removeItem(atPath: tree.path + "/" + old + ".xmp")
    let name = "flickr_\(id).jpg"
    try cut.write(to: URL(filePath: tree.path + "/" + name))
    let run = try await session.run("adopt flickr:recent photos")
    #expect(run.exitCode == 1 && run.output.contains("* \(name): "), "\(run.output)")
    try await session.run("sync --progress none flickr:recent photos").expect(exits: 0)
    #expect(session.mirror().bytes(name) == cut)
    #expect(session.mirror().photos.count == 3)
  }
}
