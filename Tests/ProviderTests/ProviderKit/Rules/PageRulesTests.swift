import Foundation
import ProviderKit
import Testing

@Suite("A page")
struct PageRulesTests {
  @Test(
    "A page loses just the photo with an invalid id",
    arguments: ["", "a\nb", "\u{0}", String(repeating: "ü", count: 101)])
  func ids(id: String) throws {
    let page = Page(photos: [Photo(id: id, owner: ""), Photo(id: "good", owner: "")])
    let checked = try page.checked()
    #expect(checked.photos.map(\.id) == ["good"])
    #expect(checked.refused.count == 1)
  }

  @Test("A page reports a photo without an id by its position")
  func place() throws {
    let photos = ["a", ""].map { Photo(id: $0, owner: "") }
    #expect(
      try Page(photos: photos).checked().refused == [
        "photo 2 of the page: the id is empty, too long or holds control characters"
      ])
  }

  @Test("A page's skipped entries are kept with texts that can be shown")
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

  @Test("A page from a module that was built before there were skipped entries has none")
  func olderModule() throws {
    let page = try JSONDecoder().decode(Page.self, from: Data("{\"photos\":[]}".utf8))
    #expect(page == Page(photos: []))
  }

  @Test("A page loses just the photo whose file has no web address")
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

  @Test("A page loses just the photo with a malformed digest")
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

  @Test("A page drops impossible numbers")
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

  @Test("A page cuts long texts")
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

  @Test("A page with more photos than a page may have is malformed")
  func counts() {
    let page = Page(photos: Array(repeating: Photo(id: "1", owner: ""), count: 10_001))
    #expect(throws: ProviderFailure.self) { try page.checked() }
  }

  @Test("A page with a cursor that is too long is malformed", arguments: ["", "a\u{0}b"])
  func cursors(cursor: String) {
    #expect(throws: ProviderFailure.self) { try Page(photos: [], next: cursor).checked() }
  }

  @Test("A page keeps sixteen notes of one line, also across the joint")
  func notes() throws {
    let page = Page(photos: [], notes: (0..<20).map { "note\n\($0)" })
    let crossed = try JointCoder.decode(Page.self, from: JointCoder.encode(page))
    #expect(try crossed.checked().notes == (0..<16).map { "note \($0)" })
  }
}
