import Foundation
import TestSupport
import Testing

@Suite("The command gallery", .serialized)
struct GalleryTests {
  private func files(_ folder: String) -> [String: Data] {
    let names = ((try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []).filter {
      $0.contains(".")
    }
    return Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, FileManager.default.contents(atPath: folder + "/" + $0) ?? Data())
      })
  }

  @Test("Pages are written once, then only what changed, and are no files of the mirror")
  func incremental() async throws {
    let session = try await Session()
    let feed = try ChangingFeed(in: session.folder)
    try feed.show(["1": "good/1.png", "2": "good/2.png"])
    let sync = "sync --progress none \(feed.source) photos"
    try await session.run(sync).expect(exits: 0)
    let first = try await session.run("gallery photos")
    #expect(first.exitCode == 0 && first.output == "photos/gallery/index.html\n", "\(first.errors)")
    let folder = session.folder.appending("photos/gallery")
    let before = files(folder)
    #expect(before["photos/0/1.html"] != nil && before["photos/0/2.html"] != nil)
    let second = try await session.run("gallery photos")
    #expect(second.errors.contains(" 0 written"), "\(second.errors)")
    #expect(files(folder) == before)
    let changes = [
      "UPDATE metadata SET title = 'new' WHERE photo = 1": 5,
      "INSERT INTO comment (photo, key, author, text) VALUES (2, 'c', 'bo', 'hello')": 1,
      "INSERT INTO detail (photo, part, content) VALUES (1, 'contexts', "
        + "'[{\"kind\": \"group\", \"id\": \"1\", \"title\": \"Fog\"}]')": 1,
    ]
    for (change, pages) in changes.sorted(by: { $0.key < $1.key }) {
      _ = try catalogRows(session.mirror().catalog, change)
      let run = try await session.run("gallery photos")
      #expect(run.errors.contains(" \(pages) written"), "\(change): \(run.errors)")
      #expect(try await session.run("gallery photos").errors.contains(" 0 written"))
    }
    for (page, text) in [("photos/0/1.html", "edited"), ("index.html", nil)] {
      try FileManager.default.removeItem(atPath: folder + "/" + page)
      if let text { try Data(text.utf8).write(to: URL(filePath: folder + "/" + page)) }
      #expect(try await session.run("gallery photos").errors.contains(" 1 written"), "\(page)")
    }
    try await session.run("verify photos").expect(
      exits: 0, errors: "verified 2 photos, …: 0 missing, 0 changed")
    let photo = try #require(
      session.mirror().photos.first { $0.hasSuffix(".png") && !$0.contains("gallery") })
    try await session.run(words: ["forget", "photos", photo]).expect(
      exits: 0, output: "…", errors: "…")
    let own = folder + "/photos/0/own.html"
    try Data("mine".utf8).write(to: URL(filePath: own))
    let third = try await session.run("gallery photos")
    #expect(third.exitCode == 0 && third.errors.contains("1 removed"), "\(third.errors)")
    #expect(FileManager.default.fileExists(atPath: own))
    #expect(files(folder).keys.count { $0.hasPrefix("photos/0/") } == 2)
  }

  @Test("A folder with other files is refused, and nothing in it is touched")
  func foreign() async throws {
    let session = try await Session("--photos", "2", "--pictures", "1")
    try await session.run("sync --size 640 --progress none flickr:recent photos").expect(exits: 0)
    let folder = session.folder.appending("site")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: URL(filePath: folder + "/index.html"))
    let run = try await session.run("gallery photos -o site")
    #expect(run.exitCode == 4 && run.errors.contains("is not a gallery"), "\(run.errors)")
    #expect(files(folder) == ["index.html": Data("mine".utf8)])
    let other = try await session.run("gallery photos -o new/site")
    #expect(other.exitCode == 0, "\(other.errors)")
    let page = String(
      decoding: files(session.folder.appending("new/site"))["index.html"] ?? Data(), as: UTF8.self)
    #expect(page.contains("src=\"./../../photos/.photomirror/thumbnails/"), "\(page)")
  }

  @Test("Private photos are shown only if they are asked for, and missing files are reported")
  func hidden() async throws {
    let session = try await Session("--photos", "3", "--pictures", "1")
    try await session.run("sync --size 640 --progress none flickr:recent photos").expect(exits: 0)
    _ = try catalogRows(
      session.mirror().catalog, "UPDATE metadata SET privacy = 'private' WHERE photo = 2")
    let photo = try #require(
      try catalogRows(session.mirror().catalog, "SELECT path FROM photos WHERE id = 1").first)
    try FileManager.default.removeItem(atPath: session.mirror().path + "/" + photo)
    let folder = session.folder.appending("photos/gallery/photos/0")
    let run = try await session.run("gallery photos --title Holidays")
    #expect(
      run.exitCode == 0 && run.errors.contains("1 private photo is left out"), "\(run.errors)")
    #expect(run.errors.contains("the files of 1 photo are missing"), "\(run.errors)")
    #expect(Set(files(folder).keys) == ["1.html", "3.html"])
    let all = try await session.run("gallery photos --private")
    #expect(all.exitCode == 0 && Set(files(folder).keys) == ["1.html", "2.html", "3.html"])
    _ = try await session.run("gallery photos")
    #expect(Set(files(folder).keys) == ["1.html", "3.html"])
  }

  @Test("An empty mirror has a page; none, and one that cannot be written to, are errors")
  func bare() async throws {
    let session = try await Session("--photos", "1", "--pictures", "1")
    let none = try await session.run("gallery photos")
    #expect(none.exitCode == 4 && none.errors.contains("there is no mirror in photos"))
    try await session.run("sync --progress none --min-edge 99999 flickr:recent photos").expect(
      exits: 0, errors: "…")
    let empty = try await session.run("gallery photos")
    #expect(empty.exitCode == 0 && empty.errors.hasPrefix("0 photos"), "\(empty.errors)")
  }

  @Test("A catalog that is damaged, in parts or as a whole, ends the command with a message")
  func damaged() async throws {
    let session = try await Session("--photos", "40", "--pictures", "2")
    try await session.run("sync --size 640 --progress none flickr:recent photos").expect(exits: 0)
    let catalog = session.mirror().catalog
    let bytes = try #require(FileManager.default.contents(atPath: catalog))
    _ = try catalogRows(catalog, "PRAGMA wal_checkpoint(TRUNCATE)")
    for damage in [
      Data("not a catalog, but long enough to be read as one".utf8), bytes.prefix(5000),
      bytes.prefix(4096) + Data(repeating: 0x7F, count: max(0, bytes.count - 4096)),
    ] {
      try damage.write(to: URL(filePath: catalog))
      let run = try await session.run("gallery photos")
      #expect(run.exitCode == 4 && run.errors.contains("error: the catalog"), "\(run.errors)")
      #expect(run.output.isEmpty)
    }
    try bytes.write(to: URL(filePath: catalog))
    try await session.run("gallery photos").expect(exits: 0, output: "…", errors: "…")
  }

  @Test("Pages of a mirror that is growing show the photos that were there")
  func growing() async throws {
    let session = try await Session("--photos", "300", "--pictures", "2")
    let sync = try session.start("sync --size 640 --progress lines flickr:recent photos")
    let isOver = Latch()
    let end = Task {
      defer { isOver.open() }
      return await sync.end()
    }
    var last = 0
    while last < 300 {
      let wasOver = isOver.isOpen
      let run = try await session.run("gallery photos")
      if run.errors.contains("there is no mirror"), !wasOver { continue }
      #expect(run.exitCode == 0, "\(run.errors)")
      let photos = try #require(
        run.errors.firstMatch(of: /^(\d+) photos? on/).flatMap { Int($0.1) })
      #expect(photos >= last)
      last = photos
      if wasOver { break }
    }
    let synced = await end.value
    #expect(synced.exitCode == 0 && last == 300, "\(synced.errors)")
    #expect(try await session.run("verify photos").exitCode == 0)
  }

  @Test("A mirror that cannot be written to has its pages elsewhere; the refusal says how")
  func readOnly() async throws {
    let session = try await Session("--photos", "2", "--pictures", "1")
    try await session.run("sync --size 640 --progress none flickr:recent photos").expect(exits: 0)
    let file = session.folder.appending("photos/gallery")
    try Data("a file".utf8).write(to: URL(filePath: file))
    let refused = try await session.run("gallery photos")
    #expect(refused.exitCode == 4 && refused.errors.contains("hint: "), "\(refused.errors)")
    let other = try await session.run("gallery photos -o pages")
    #expect(other.exitCode == 0, "\(other.errors)")
  }
}
