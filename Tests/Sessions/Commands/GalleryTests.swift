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

  @Test("Private photos and missing files are reported")
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
  }

  @Test("An empty mirror has a page")
  func bare() async throws {
    let session = try await Session("--photos", "1", "--pictures", "1")
    try await session.run("sync --progress none --min-edge 99999 flickr:recent photos").expect(
      exits: 0, errors: "…")
    let empty = try await session.run("gallery photos")
    #expect(empty.exitCode == 0 && empty.errors.hasPrefix("0 photos"), "\(empty.errors)")
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
