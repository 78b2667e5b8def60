import Foundation
import MirrorCore
import TestSupport
import Testing

@testable import Catalog

/// `Fixtures/version-12.sqlite` was written by the command of that version in these runs: twice over an
/// account, of whose seven photos the site refuses two; over `recent`, limited to 12 photos; and over a
/// JSON feed, whose fourth page was missing.
@Suite("A catalog written by the command of version 12")
struct WrittenCatalogTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.appending("catalog.sqlite")
    let fixture = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/version-12.sqlite")
    try FileManager.default.copyItem(at: fixture, to: URL(filePath: path))
  }

  @Test("A catalog of version 12 keeps its sources, with their choices and passes")
  func sources() throws {
    let catalog = try Catalog(path: path)
    let sources = try catalog.sources()
    #expect(
      sources.map(\.address) == [
        "flickr:recent", "flickr:user/10000001@N00", "jsonfeed:http://127.0.0.1:45250/0.json",
      ])
    #expect(
      sources.map(\.choices) == [
        SourceChoices(size: .label("Large Square"), thumbnailEdge: nil),
        SourceChoices(size: .edge(640), thumbnailEdge: 64),
        SourceChoices(size: .largest, thumbnailEdge: 256),
      ])
    #expect(sources.map(\.isUnderway) == [false, false, true])
    #expect(sources.map(\.cursor) == [nil, nil, "http://127.0.0.1:45250/2.json"])
    #expect(sources.map { $0.finishedAt != nil } == [false, true, false])
    #expect(try sources.map { try catalog.passes(of: $0, limit: 9).count } == [0, 1, 1])
    let resumed = try catalog.beginPass(of: sources[2], isLimited: false, at: 5)
    #expect(resumed.number == 1 && resumed.cursor == sources[2].cursor)
  }

  @Test("A catalog of version 12 keeps its photos with their files, failures and names")
  func photos() throws {
    let catalog = try Catalog(path: path)
    let counts = try catalog.counts()
    #expect(counts.map(\.mirrored) == [10, 5, 6] && counts.map(\.unavailable) == [0, 2, 0])
    #expect(counts.map(\.byteCount).allSatisfy { $0 > 30_000 })
    let photo = try #require(try catalog.record("54320996375", site: "127.0.0.1"))
    #expect(photo.path == "10000001@N00/2023-05-18_산책_54320996375.jpg")
    #expect(photo.label == "Medium 640" && photo.thumbnail == .png)
    #expect(photo.address?.hasSuffix("/static/7426/54320996375_c979e10908_z.jpg") == true)
    let mirrored = try catalog.mirrored(after: 0, limit: 100)
    #expect(mirrored.count == 21 && mirrored.allSatisfy { $0.sha256.utf8.count == 64 })
    #expect(
      try catalog.unavailable(limit: 9).map(\.reason).sorted() == [
        "http://127.0.0.1:45249: status 403", "http://127.0.0.1:45249: status 404",
      ])
    let source = try catalog.beginRun(ofSource: "a:b")
    let taken = NewPhoto(photo: "1", stem: photo.stem.uppercased(), listing: "{}")
    let stem = try catalog.admit([taken], provider: "a", source: source).first?.stem
    #expect(stem == photo.stem.uppercased() + "_a")
  }

  @Test(
    "A catalog of version 12 keeps the metadata of waiting photos, and has none of mirrored ones")
  func metadata() throws {
    let catalog = try Catalog(path: path)
    let waiting = try #require(try catalog.record("54320998866", site: "127.0.0.1"))
    let known = try #require(try catalog.metadata(ofPhoto: waiting.id))
    #expect(known.title == "雨后的街道, 서울" && known.ownerName == "harbourlight")
    #expect(known.tags == ["sea"] && known.license?.name == "No known copyright restrictions")
    #expect(known.pageURL == "https://www.flickr.com/photos/harbourlight/54320998866/")
    let mirrored = try #require(try catalog.record("54320996375", site: "127.0.0.1"))
    #expect(try catalog.metadata(ofPhoto: mirrored.id) == nil)
  }
}
