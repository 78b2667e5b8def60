import Catalog
import Foundation
import LocalFiles
import MirrorCore
import ProviderKit
import TestSupport
import Testing

@testable import Mirroring

@Suite("Albums in a mirror's directory")
struct AlbumFoldersTests {
  private let folder: TemporaryDirectory
  private let directory: MirrorDirectory
  private let catalog: Catalog
  private let files = FileManager.default

  init() throws {
    folder = try TemporaryDirectory()
    directory = MirrorDirectory(folder.path)
    _ = try directory.prepare()
    catalog = try Catalog(path: directory.catalog)
  }

  /// Records an album with mirrored photos, whose files it makes.
  private func record(_ album: Album, _ ids: [String]) throws {
    let source = try catalog.beginRun(ofSource: "a:b")
    var page = PageAdmission()
    page.wanted = ids.map {
      .init(photo: Photo(id: $0, owner: "o", title: "Photo \($0)"), site: "a", stem: "o/\($0)")
    }
    page.album = AlbumAdmission(
      part: AlbumPart(album: album), site: "a", members: ids.map { .init(site: "a", key: $0) })
    let records = try catalog.admit(page, provider: "a", source: source, pass: nil, at: 0)
    try catalog.record(
      records.map {
        MirroredPhoto(
          id: $0.id, path: $0.stem + ".jpg", format: "jpeg", width: 1, height: 1, byteCount: 1,
          sha256: "", label: "", storedAt: 0)
      })
    try files.createDirectory(atPath: directory.file("o"), withIntermediateDirectories: true)
    for id in ids {
      try Data(id.utf8).write(to: URL(filePath: directory.file("o/\(id).jpg")))
    }
  }

  private func names(_ path: String) -> [String] {
    ((try? files.contentsOfDirectory(atPath: directory.file(path))) ?? []).sorted()
  }

  @Test("Links are in the album's order, and a second build changes nothing")
  func links() throws {
    try record(Album(id: "7", title: "Summer"), ["3", "1", "2"])
    let albums = AlbumFolders(in: directory, catalog, .links)
    #expect(try albums.build() == .init(albums: 1, changed: 1))
    #expect(names("albums/Summer_7") == ["0001_3.jpg", "0002_1.jpg", "0003_2.jpg"])
    #expect(
      files.contents(atPath: directory.file("albums/Summer_7/0002_1.jpg")) == Data("1".utf8))
    #expect(try albums.build() == .init(albums: 1, changed: 0))
  }

  @Test("A renamed album has one folder, under its new title")
  func renamed() throws {
    try record(Album(id: "7", title: "Summer"), ["1"])
    _ = try AlbumFolders(in: directory, catalog, .links).build()
    try record(Album(id: "7", title: "Winter"), ["1"])
    _ = try AlbumFolders(in: directory, catalog, .links).build()
    #expect(names("albums") == ["Winter_7"])
  }

  @Test("Lists name the files in order, with an object that has the album's texts")
  func lists() throws {
    let album = Album(
      id: "7", owner: "ada", title: "Summer\n#EXTINF", about: "Words", cover: "1")
    try record(album, ["2", "1"])
    _ = try AlbumFolders(in: directory, catalog, .links).build()
    #expect(
      try AlbumFolders(in: directory, catalog, .lists).build() == .init(albums: 1, changed: 1))
    #expect(names("albums") == ["Summer-EXTINF_7.json", "Summer-EXTINF_7.m3u8"])
    let list = try String(
      contentsOfFile: directory.file("albums/Summer-EXTINF_7.m3u8"), encoding: .utf8)
    #expect(
      list == """
        #EXTM3U
        #PLAYLIST:Summer #EXTINF
        #EXTINF:-1,Photo 2
        ../o/2.jpg
        #EXTINF:-1,Photo 1
        ../o/1.jpg

        """)
    let data = try #require(files.contents(atPath: directory.file("albums/Summer-EXTINF_7.json")))
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["title"] as? String == album.title && object["cover"] as? String == "1")
    #expect(object["is_complete"] as? Bool == true)
    #expect(
      (object["photos"] as? [[String: Any]])?.map { $0["path"] as? String } == [
        "../o/2.jpg", "../o/1.jpg",
      ])
    #expect(try AlbumFolders(in: directory, catalog, .lists).build().changed == 0)
    _ = try AlbumFolders(in: directory, catalog, .links).build()
    #expect(names("albums") == ["Summer-EXTINF_7"])
  }

  @Test("An album of 10,000 photos with a hostile title stays in the mirror, in order")
  func large() throws {
    let ids = (0..<10_000).map { "\(99_999 - $0)" }
    try record(Album(id: "../..", title: "../../etc"), ids)
    _ = try AlbumFolders(in: directory, catalog, .links).build()
    let name = try #require(names("albums").first)
    #expect(names("albums").count == 1 && !name.hasPrefix("."))
    let links = names("albums/" + name)
    #expect(links.count == 10_000 && links.first == "00001_99999.jpg")
    #expect(links.last == "10000_90000.jpg")
  }

  @Test("A photo that is not mirrored any more leaves the folder of its album")
  func lost() throws {
    try record(Album(id: "7", title: "Summer"), ["1", "2"])
    _ = try AlbumFolders(in: directory, catalog, .links).build()
    do {
      let catalog = try Catalog(path: directory.catalog)
      let first = try #require(try catalog.mirrored(after: 0, limit: 1).first)
      try catalog.noteLosses(ofPhotos: [first.id])
    }
    _ = try AlbumFolders(in: directory, catalog, .links).build()
    #expect(names("albums/Summer_7") == ["0001_2.jpg"])
  }
}
