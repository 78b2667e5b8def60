import Catalog
import Foundation
import TestSupport
import Testing

@Suite("Bad input: one odd entry in a mirror", .serialized)
struct OddEntriesTests {
  private static let sync = "sync --progress none flickr:recent photos"

  private func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: path + "/inner", withIntermediateDirectories: true)
  }

  @Test("A folder in a photo's place costs only that photo, in every run")
  func photo() async throws {
    let session = try await Session("--photos", "4")
    try await session.run(Self.sync).expect(exits: 0)
    let path = session.mirror().path + "/" + (try #require(session.mirror().photos.first))
    unlink(path)
    try makeFolder(path)
    for _ in 1...2 {
      let run = try await session.run(Self.sync)
      #expect(run.exitCode == 1 && run.errors.contains("another file exists at"), "\(run.errors)")
    }
    #expect(session.mirror().photos.count == 3)
  }

  @Test("A folder in a thumbnail's place costs the thumbnail, with a warning")
  func thumbnail() async throws {
    let session = try await Session("--photos", "4")
    try await session.run(Self.sync).expect(exits: 0)
    let mirror = session.mirror()
    let photo = try #require(mirror.photos.first)
    let stem = (photo as NSString).deletingPathExtension
    let thumbnail = mirror.path + "/.photomirror/thumbnails/" + stem + ".png"
    for path in [thumbnail, mirror.path + "/" + photo] { unlink(path) }
    try makeFolder(thumbnail)
    let run = try await session.run("sync --progress lines flickr:recent photos")
    #expect(run.exitCode == 0 && run.errors.contains("no thumbnail: "), "\(run.errors)")
    #expect(session.mirror().photos.count == 4)
  }

  @Test("A folder in a part's place costs at most that photo")
  func part() async throws {
    let session = try await Session("--photos", "4")
    for name in ["1.part", "1.part.json", "notes"] {
      try makeFolder(session.folder.appending("photos/.photomirror/parts/" + name))
    }
    let run = try await session.run(Self.sync)
    #expect(run.exitCode == 1 && run.errors.contains("1.part"), "\(run.errors)")
    #expect(session.mirror().photos.count == 3)
  }

  @Test("A name that the file system refuses costs only its photo")
  func longName() async throws {
    let session = try await Session("--photos", "4")
    let id = try #require(try await session.list().last?.id)
    try await session.run("sync --progress none --limit 1 flickr:recent photos").expect(exits: 0)
    do {
      let catalog = try Catalog(path: session.mirror().catalog)
      let source = try catalog.beginRun(ofSource: "flickr:recent")
      let stem = "owner/" + String(repeating: "x", count: 300)
      let photo = NewPhoto(photo: id, site: "127.0.0.1", stem: stem, listing: "{}")
      _ = try catalog.admit([photo], provider: "flickr", source: source)
    }
    let run = try await session.run(Self.sync)
    #expect(run.exitCode == 1 && run.errors.contains("File name too long"), "\(run.errors)")
    #expect(session.mirror().photos.count == 3)
  }
}
