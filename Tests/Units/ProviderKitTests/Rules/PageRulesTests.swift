import Foundation
import ProviderKit
import Testing

@Suite("Rules for a page")
struct PageRulesTests {
  @Test(
    "A photo with an invalid id is dropped, and its page is kept",
    arguments: ["", "a\nb", "\u{0}", String(repeating: "ü", count: 101)])
  func ids(id: String) throws {
    let page = Page(photos: [Photo(id: id, owner: ""), Photo(id: "good", owner: "")])
    let checked = try page.checked()
    #expect(checked.photos.map(\.id) == ["good"])
    #expect(checked.refused.count == 1)
  }

  @Test("A photo without an id is reported by its position in the page")
  func place() throws {
    let photos = ["a", ""].map { Photo(id: $0, owner: "") }
    #expect(
      try Page(photos: photos).checked().refused == [
        "photo 2 of the page: the id is empty, too long or contains control characters"
      ])
  }

  @Test("The texts of a page's album are cleaned")
  func album() throws {
    let album = Album(id: "7", title: "a\u{1B}b", about: "a\nb", cover: "", position: -1)
    let page = Page(photos: [], album: AlbumPart(album: album, start: 5, next: 9))
    let expected = Album(id: "7", title: "a b", about: "a\nb")
    #expect(try page.checked().album == AlbumPart(album: expected, start: 5, next: 9))
    let decoded = try JSONDecoder().decode(Page.self, from: JSONEncoder().encode(page))
    #expect(decoded == page)
  }

  @Test(
    "A page with an invalid album is refused",
    arguments: [
      AlbumPart(album: Album(id: "")), AlbumPart(album: Album(id: "a", site: "b\n")),
      AlbumPart(album: Album(id: "a"), start: -1),
      AlbumPart(album: Album(id: "a"), start: 5, next: 5),
      AlbumPart(album: Album(id: "a"), start: 5, next: .max),
    ])
  func unusableAlbum(part: AlbumPart) {
    #expect(throws: ProviderFailure.self) { try Page(photos: [], album: part).checked() }
  }

  @Test("The texts of a page's skipped entries are cleaned")
  func skipped() throws {
    let entries = [
      SkippedEntry(id: "1", kind: "video", reason: "not yet"),
      SkippedEntry(id: "a\nb", kind: "", reason: "\u{1B}[5m"),
    ]
    #expect(
      try Page(photos: [], skipped: entries).checked().skipped == [
        entries[0], SkippedEntry(id: "a b", kind: "entry", reason: " [5m"),
      ])
    #expect(throws: ProviderFailure.self) {
      try Page(photos: [], skipped: Array(repeating: entries[0], count: 10_001)).checked()
    }
  }

  @Test("A page of an older module without skipped entries is decoded")
  func olderModule() throws {
    let page = try JSONDecoder().decode(Page.self, from: Data("{\"photos\":[]}".utf8))
    #expect(page == Page(photos: []))
  }

  @Test("A photo whose file has no web address is dropped, and its page is kept")
  func addresses() throws {
    let bad = Photo(
      id: "bad", owner: "", renditions: [.init(label: "L", url: "file:///etc/passwd")])
    let checked = try Page(photos: [bad, Photo(id: "good", owner: "")]).checked()
    #expect(checked.photos.map(\.id) == ["good"])
    #expect(
      checked.refused == [
        "photo \"bad\": the rendition L has no http or https address: \"file:///etc/passwd\""
      ])
  }

  @Test("A photo with a malformed digest is dropped, and its page is kept")
  func digests() throws {
    let digests: [Rendition.Digest] = [
      .init(.md5, hex: "00"), .init(.sha1, hex: String(repeating: "G", count: 40)),
      .init(.sha256, hex: String(repeating: "A", count: 64)),
    ]
    let photos = digests.map { digest in
      let rendition = Rendition(label: "L", url: "https://a/", digest: digest)
      return Photo(id: digest.hex, owner: "", renditions: [rendition])
    }
    #expect(try Page(photos: photos).checked().photos.isEmpty)
  }

  @Test("Invalid numbers of a photo in a page are dropped")
  func numbers() throws {
    let rendition = Rendition(
      label: "L", url: "https://a/", width: 0, height: 1_000_001, byteCount: -1)
    let photo = Photo(
      id: "1", owner: "", pageURL: "javascript:alert(1)", takenAt: "yesterday",
      uploadedAt: Int64.max, latitude: 91, longitude: 0, renditions: [rendition])
    let checked = try Page(photos: [photo], total: -1).checked()
    let bare = Photo(id: "1", owner: "", renditions: [Rendition(label: "L", url: "https://a/")])
    #expect(checked == Page(photos: [bare]))
  }

  @Test("Long texts of a photo in a page are truncated")
  func bounds() throws {
    let long = String(repeating: "ü", count: 100_000)
    let photo = Photo(
      id: "1", owner: "", title: long, about: long, tags: Array(repeating: long, count: 2_000))
    let checked = try Page(photos: [photo], refused: [long]).checked()
    #expect(checked.photos.first?.title.utf8.count == 64 << 10)
    #expect(checked.photos.first?.about?.utf8.count == 64 << 10)
    #expect(checked.photos.first?.tags.count == 1_000)
    #expect(checked.refused.first?.utf8.count == 4 << 10)
  }

  @Test("A page with more photos than the limit is malformed")
  func counts() {
    let page = Page(photos: Array(repeating: Photo(id: "1", owner: ""), count: 10_001))
    #expect(throws: ProviderFailure.self) { try page.checked() }
  }

  @Test("A page with an overlong cursor is malformed", arguments: ["", "a\u{0}b"])
  func cursors(cursor: String) {
    #expect(throws: ProviderFailure.self) { try Page(photos: [], next: cursor).checked() }
  }

  @Test("A page keeps at most sixteen one-line notes, also through the module interface")
  func notes() throws {
    let page = Page(photos: [], notes: (0..<20).map { "note\n\($0)" })
    let crossed = try JointCoder.decode(Page.self, from: JointCoder.encode(page))
    #expect(try crossed.checked().notes == (0..<16).map { "note \($0)" })
  }
}
