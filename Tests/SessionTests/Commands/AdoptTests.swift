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
    let standing = try FileTree(tree.path)

    let dry = try await session.run("adopt --dry-run flickr:recent photos")
    #expect(
      dry.exitCode == 0 && dry.errors.contains("would adopt 3 photos, 1 file extra"),
      "\(dry.errors)")
    #expect(try FileTree(tree.path).differences(from: standing) == [])

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
    #expect(try await session.run("verify photos").exitCode == 0)
  }

  /// https://github.com/markdoliner/flickrmirrorer, "Output".
  @Test(
    "A folder of flickrmirrorer is adopted as it is: its links and notes stay, and count as no photos"
  )
  func flickrmirrorer() async throws {
    let (session, tree) = try await mirrored(3)
    let ids = try await session.list().map(\.id)
    try loseCatalog(session)
    let files = FileManager.default
    for folder in ["photostream", "Albums/Waterfalls - 6789", "Collections/Nature - 2634-98761234"]
    {
      try files.createDirectory(
        atPath: tree.path + "/" + folder, withIntermediateDirectories: true)
    }
    var expected: Set<String> = []
    for (number, id) in ids.prefix(3).enumerated() {
      let old = try #require(tree.photo(id))
      let name = "photostream/\(id).\((old as NSString).pathExtension)"
      expected.insert("= \(name): \(id)")
      try files.moveItem(atPath: tree.path + "/" + old, toPath: tree.path + "/" + name)
      try files.removeItem(atPath: tree.path + "/" + old + ".xmp")
      try Data(#"{"id": "\(id)"}"#.utf8).write(
        to: URL(filePath: tree.path + "/" + name + ".metadata"))
      try files.createSymbolicLink(
        atPath: tree.path + "/Albums/Waterfalls - 6789/\(number)_\(id).jpg",
        withDestinationPath: "../../" + name)
    }
    try files.createSymbolicLink(
      atPath: tree.path + "/Collections/Nature - 2634-98761234/Waterfalls - 6789",
      withDestinationPath: "../../Albums/Waterfalls - 6789")
    try await session.server.resetStats()
    let run = try await session.run("adopt flickr:recent photos")
    #expect(run.exitCode == 0, "\(run.errors)\(run.output)")
    let adopted = run.output.split(separator: "\n").filter { $0.hasPrefix("= ") }
    #expect(Set(adopted.map(String.init)) == expected)
    #expect(try await session.server.stats().imageRequests == 0)
    let sync = try await session.run("sync --progress none flickr:recent photos --limit 3")
    #expect(sync.exitCode == 0, "\(sync.errors)")
    #expect(try await session.server.stats().imageRequests == 0)
    let links = try files.contentsOfDirectory(atPath: tree.path + "/Albums/Waterfalls - 6789")
    #expect(links.count == 3)
  }

  @Test("adopt --offline records files with sidecars, and sync knows their photos")
  func offline() async throws {
    let (session, tree) = try await mirrored(3)
    try loseCatalog(session)
    try await session.server.resetStats()
    let run = try await session.run("adopt --offline flickr:recent photos")
    #expect(run.exitCode == 0 && run.errors.contains("adopted 3 photos"), "\(run.errors)")
    #expect(try await session.server.stats().calls.isEmpty)
    let sync = try await session.run("sync flickr:recent photos --progress lines")
    #expect(sync.exitCode == 0 && sync.errors.contains("3 known"), "\(sync.errors)")
    #expect(try await session.server.stats().imageRequests == 0)
    #expect(session.mirror().contents() == tree.contents())
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

  @Test("adopt does not make a directory")
  func missing() async throws {
    let session = try await Session("--photos", "1")
    let run = try await session.run("adopt flickr:recent nowhere")
    #expect(run.exitCode == 4 && run.errors.contains("there is no directory nowhere"))
    #expect(!FileManager.default.fileExists(atPath: session.folder.appending("nowhere")))
  }
}
