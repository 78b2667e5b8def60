import Catalog
import MirrorCore
import ProviderKit
import Testing

@testable import Mirroring

@Suite("Names by their beginnings")
struct NameLookupTests {
  @Test("Photos of all sources are found by the beginnings of their ids, a hundred at most")
  func photos() async throws {
    let archive = try await TestArchive(photos: 3)
    var other = TestArchive.photo(4)
    (other.id, other.site) = ("10%_x", "other.example")
    try await archive.add([other], of: "site:new")
    let names = NameLookup(of: archive.mirror)
    #expect(try names.photos(beginning: "10") == ["100001", "100002", "100003", "10%_x"].sorted())
    #expect(try names.photos(beginning: "10%") == ["10%_x"])
    #expect(try names.photos(beginning: "100002") == ["100002"])
    #expect(try names.photos(beginning: "é").isEmpty)
    try await archive.add((10..<150).map { TestArchive.photo($0) }, of: "site:new")
    #expect(try names.photos(beginning: "").count == 100)
  }

  @Test("Albums are found by the beginnings of their titles, and each look-up uses an index")
  func albums() async throws {
    let archive = try await TestArchive(photos: 1)
    let catalog = try archive.catalog()
    let source = try #require(try catalog.source(TestArchive.source))
    for (key, title) in [("1", "Summer"), ("2", "Summer"), ("3", "Sunday"), ("4", "sun")] {
      var page = PageAdmission()
      page.album = AlbumAdmission(
        part: AlbumPart(album: Album(id: key, title: title)), site: "a", members: [])
      _ = try catalog.admit(page, provider: "a", source: source, pass: nil, at: 1)
    }
    let names = NameLookup(of: archive.mirror)
    #expect(try names.albums(beginning: "Su") == ["Summer", "Sunday"])
    #expect(try names.albums(beginning: "") == ["Summer", "Sunday", "sun"])
    #expect(throws: MirrorError.self) {
      try NameLookup(of: Mirror(archive.outside("none"))).albums(beginning: "")
    }
  }
}
