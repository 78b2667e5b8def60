import Foundation
import ProviderKit
import ProviderTesting
import TestSupport
import Testing

@testable import URLLists

@Suite("A list of addresses")
struct URLListProviderTests {
  private let provider = URLListProvider()

  /// All pages of a list, as the host reads them.
  private func photos(
    _ text: String, _ name: String = "list.txt", _ parameters: [String: String] = [:]
  ) throws -> (photos: [Photo], refused: [String]) {
    let folder = try TemporaryDirectory()
    let path = folder.appending(name)
    try Data(text.utf8).write(to: URL(filePath: path))
    var query = PageQuery(selector: path, parameters: parameters)
    var (photos, refused) = ([Photo](), [String]())
    repeat {
      let request = try provider.pageRequest(for: query)
      let offset = try #require(Int64(request.url.dropFirst(URLListProvider.host.count)))
      let page = try provider.page(from: Self.answer(path, offset), for: query)
      photos += page.photos
      refused += page.refused
      query.cursor = page.next
    } while query.cursor != nil
    return (photos, refused)
  }

  private static func answer(_ path: String, _ offset: Int64) throws -> Answer {
    let part = try ListPart.read(path, at: offset)
    return Answer(
      headers: ListAnswer(part).headers, body: String(decoding: part.bytes, as: UTF8.self))
  }

  @Test("A text has an address in each line; comments and empty lines list nothing")
  func text() throws {
    let list = try photos(
      "\u{FEFF}# pictures\nhttps://a.example/one%20cat.jpg\r\n\n  https://b.example/2.png  \nfile:///etc/passwd"
    )
    #expect(list.photos.map(\.title) == ["one cat", "2"])
    #expect(list.photos.map(\.owner) == ["a.example", "b.example"])
    #expect(
      list.photos.flatMap(\.renditions).map(\.url)
        == ["https://a.example/one%20cat.jpg", "https://b.example/2.png"])
    #expect(list.refused == ["line 5: it has no http or https address"])
  }

  @Test("A table has names in its first record, and values with quotes and line breaks")
  func table() throws {
    let list = try photos(
      """
      URL,Caption,WIDTH,height,md5,original_size
      https://a/1.jpg,"two ""cats"",
      one dog",640,480,D41D8CD98F00B204E9800998ECF8427E,9
      https://a/2.jpg,a "quoted" word,,,,
      https://a/3.jpg,bad,,,00,

      """, "list.csv")
    #expect(list.photos.map(\.title) == ["two \"cats\", one dog", "a \"quoted\" word"])
    let rendition = try #require(list.photos.first?.renditions.first)
    #expect(rendition.width == 640 && rendition.height == 480 && rendition.byteCount == 9)
    #expect(rendition.digest == .init(.md5, hex: "d41d8cd98f00b204e9800998ecf8427e"))
    #expect(list.refused.map { $0.prefix(7) } == ["line 5:"])
  }

  @Test("A table's columns can be named in the source, and another separator is recognised")
  func columns() throws {
    let list = try photos("key;link\n7;https://a/1.jpg\n", "list.csv", ["url": "LINK"])
    #expect(list.photos.map(\.id) == ["7"])
    #expect(throws: ProviderFailure.self) { try photos("a,b\n1,2\n", "list.csv") }
    #expect(throws: ProviderFailure.self) { try photos("a", "list.txt", ["colour": "b"]) }
  }

  @Test("Lines of JSON have members for the fields")
  func json() throws {
    let list = try photos(
      """
      {"id":5,"url":"https://a/1.jpg","tags":["cat","dog"],"date":"2021-03-14T15:09:26Z","lat":1.5,"lon":2}
      {"url":
      ["https://a/2.jpg"]
      """, "list.jsonl")
    let photo = try #require(list.photos.first)
    #expect(photo.id == "5" && photo.tags == ["cat", "dog"] && photo.latitude == 1.5)
    #expect(photo.takenAt == "2021-03-14 15:09:26")
    #expect(list.photos.count == 1 && list.refused.count == 2)
  }

  @Test("A long list is read in parts; no record is lost or read twice")
  func parts() throws {
    let lines = (0..<5001).map { "https://a/\($0).jpg" }
    let list = try photos(lines.joined(separator: "\n"))
    #expect(list.photos.flatMap(\.renditions).map(\.url) == lines)
    #expect(Set(list.photos.map(\.id)).count == lines.count)
  }

  @Test("A record without an end costs itself")
  func endless() throws {
    let long = "https://a/" + String(repeating: "x", count: 600_000)
    let list = try photos("https://a/1.jpg\n\(long)\nhttps://a/2.jpg\n")
    #expect(list.photos.map(\.title) == ["1", "2"])
    #expect(list.refused == ["line 2: it is too long"])
    let table = try photos(
      "url\nhttps://a/1.jpg\n\"open\n" + String(repeating: "https://a/2.jpg\n", count: 30_000),
      "list.csv")
    #expect(table.photos.map(\.title) == ["1", "2", "2"] || table.photos.count >= 2)
    #expect(table.refused.contains("line 3: it is too long"))
  }

  @Test("A list that was changed is read again from its start")
  func changed() throws {
    let folder = try TemporaryDirectory()
    let path = folder.appending("list.txt")
    try Data("https://a/1.jpg\nhttps://a/2.jpg\n".utf8).write(to: URL(filePath: path))
    let answer = try Self.answer(path, 5)
    let page = try provider.page(from: answer, for: PageQuery(selector: path, cursor: "5.2"))
    #expect(page.photos.map(\.title) == ["1", "2"])
  }

  @Test("A file that is no list is refused", arguments: ["/dev/zero", "/", "/nowhere"])
  func files(path: String) {
    #expect(throws: ListPart.Problem.self) { try ListPart.read(path, at: 0) }
  }

  @Test("A compressed list is refused with advice")
  func compressed() throws {
    let folder = try TemporaryDirectory()
    let path = folder.appending("list.csv.gz")
    try Data([0x1F, 0x8B, 8, 0, 0, 0]).write(to: URL(filePath: path))
    #expect(throws: ListPart.Problem.self) { try ListPart.read(path, at: 0) }
  }

  @Test(
    "The list of addresses fulfils the contract of providers, apart from text that is no address")
  func contract() throws {
    let folder = try TemporaryDirectory()
    let path = folder.appending("list.jsonl")
    try Data("{\"url\":\"https://a/1.jpg\"}\n".utf8).write(to: URL(filePath: path))
    let recorded = Recorded.page(PageQuery(selector: path), try Self.answer(path, 0))
    let findings = ProviderConformance.check(provider, recorded: [recorded])
    #expect(findings == [])
  }
}
