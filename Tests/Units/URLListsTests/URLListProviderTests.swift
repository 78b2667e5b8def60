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
    return try photos(at: path, parameters)
  }

  private func photos(
    at path: String, _ parameters: [String: String] = [:]
  ) throws -> (photos: [Photo], refused: [String]) {
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

  @Test("Lines end with LF, CR, or both, in any kind of list", arguments: ["\n", "\r", "\r\n"])
  func lineEnds(end: String) throws {
    let table = [
      "\u{FEFF}\"url\",title", "https://a/1.jpg,\"two\nlines\"", "https://a/2.jpg,two", "x,3",
    ]
    let list = try photos(table.joined(separator: end), "list.csv")
    #expect(list.photos.map(\.title) == ["two lines", "two"])
    #expect(list.refused == ["line 5: it has no http or https address"])
    let text = try photos(["https://a/1.jpg", "", "https://a/2.jpg"].joined(separator: end) + end)
    #expect(text.photos.map(\.title) == ["1", "2"] && text.refused == [])
    let json = try photos(
      (1...2).map { "{\"url\":\"https://a/\($0).jpg\"}" }.joined(separator: end), "list.jsonl")
    #expect(json.photos.map(\.title) == ["1", "2"] && json.refused == [])
    let many = (0..<5001).map { "https://a/\($0).jpg" }
    #expect(try photos(many.joined(separator: end)).photos.count == many.count)
  }

  @Test(
    "JSON in an array, or over several lines, is read value by value",
    arguments: [
      ("[R,R,R]", 3), ("[\n  R,\n  R\n]\n", 2), ("\u{FEFF}[ R ]", 1), ("P\nP\n", 2), ("[P,P]", 2),
      ("[\"https://a/1.jpg\", \"https://a/2.jpg\"]", 2), ("  [R\r,R\r]\r", 2),
    ])
  func values(form: String, count: Int) throws {
    var number = 0
    let record = { (text: String) -> String in
      number += 1
      return text.replacing("N", with: "\(number)")
    }
    var text = ""
    for character in form {
      switch character {
      case "R": text += record(#"{"url":"https://a/N.jpg","tags":["}]","\"{"],"a":{"b":[1,{}]}}"#)
      case "P": text += record("{\n  \"url\": \"https://a/N.jpg\",\n  \"a\": [\n 1 ]\n}")
      default: text.append(character)
      }
    }
    let list = try photos(text, "list.json")
    #expect(list.photos.map(\.title) == (1...count).map(String.init) && list.refused == [])
  }

  @Test(
    "A table is known by the names in its first line, whatever the file is called",
    arguments: ["\t", ",", ";"])
  func named(separator: String) throws {
    let lines = [["Title", "Image_URL"], ["one", "https://a/1.jpg"], ["two", "https://a/2.jpg"]]
    let text = lines.map { $0.joined(separator: separator) + "\n" }.joined()
    #expect(try photos(text, "export.txt").photos.map(\.title) == ["one", "two"])
    let addresses = try photos("https://a/1.jpg?a=1,url\nhttps://a/2.jpg\n")
    #expect(addresses.photos.count == 2)
  }

  @Test("Objects in lines that end with commas are those of an array without its brackets")
  func commas() throws {
    let list = try photos(
      "{\"url\":\"https://a/1.jpg\"},\r\n{\"url\":\"https://a/2.jpg\"}\n", "list.jsonl")
    #expect(list.photos.map(\.title) == ["1", "2"] && list.refused == [])
  }

  @Test("A long array in one line is read in parts, and a value without an end costs itself")
  func longArray() throws {
    let records = (0..<5001).map { "{\"url\":\"https://a/\($0).jpg\"}" }
    let list = try photos("[\(records.joined(separator: ","))]", "list.json")
    #expect(list.photos.map(\.title) == (0..<5001).map(String.init) && list.refused == [])
    let long = "{\"url\":\"https://a/x.jpg\",\"a\":\"\(String(repeating: "}", count: 600_000))\"}"
    let cut = try photos("[\(records[1]),\(long),\(records[2])]", "list.json")
    #expect(cut.photos.map(\.title) == ["1", "2"] && cut.refused.count == 1)
    #expect(cut.refused[0].hasPrefix("record 2: it is too long; if the records are in its member"))
  }

  @Test("An array that breaks off lists what it has, and is not complete")
  func brokenArray() throws {
    let list = try photos(#"[{"url":"https://a/1.jpg"},{"url":"https://a/2.jpg"},"#, "list.json")
    #expect(list.photos.count == 2 && list.refused == ["the list breaks off within its array"])
  }

  @Test("One object around the records is refused with the words that take it away")
  func wrapped() throws {
    let list = try photos("{\n\"images\": [{\"url\":\"https://a/1.jpg\"}]\n}", "list.json")
    #expect(list.photos.isEmpty && list.refused.count == 1)
    #expect(list.refused[0].hasSuffix("write each into a line, as by jq -c '.images[]'"))
  }

  @Test("Python's NaN and Infinity are no values, and a text with these words stays")
  func noNumbers() throws {
    let list = try photos(
      #"{"url":"https://a/1.jpg","title":"a \"NaN\" Infinity","width":NaN,"height":-Infinity,"lat":Infinity}"#,
      "list.jsonl")
    let photo = try #require(list.photos.first)
    #expect(photo.title == "a \"NaN\" Infinity" && photo.latitude == nil && list.refused == [])
    #expect(photo.renditions[0].width == nil)
    let table = try photos(
      "url,width,height,sha256,md5,lat\nhttps://a/1.jpg,640.0,480,nan,None,NaN\n", "list.csv")
    let file = try #require(table.photos.first?.renditions.first)
    #expect(file.width == 640 && file.digest == nil && table.refused == [])
  }

  @Test(
    "A digest is read in hexadecimal digits and in base 64, with or without its algorithm's name",
    arguments: [
      "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=", "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU",
      "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
      "SHA256:E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855",
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    ])
  func digests(text: String) throws {
    let list = try photos("url,sha256\nhttps://a/1.jpg,\(text)\n", "list.csv")
    #expect(
      list.photos.first?.renditions.first?.digest
        == .init(.sha256, hex: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"))
  }

  @Test("MD5 and SHA-1 are read in base 64 as well, and a digest of another length is refused")
  func otherDigests() throws {
    let list = try photos(
      "url,md5Hash,sha1\nhttps://a/1.jpg,1B2M2Y8AsgTpgAmY7PhCfg==,\nhttps://a/2.jpg,,2jmj7l5rSw0yVb/vlWAYkK/YBwk=\n"
        + "https://a/3.jpg,2jmj7l5rSw0yVb/vlWAYkK/YBwk=,\n", "list.csv")
    #expect(
      list.photos.compactMap { $0.renditions[0].digest?.hex } == [
        "d41d8cd98f00b204e9800998ecf8427e", "da39a3ee5e6b4b0d3255bfef95601890afd80709",
      ])
    #expect(list.refused.count == 1)
  }

  @Test(
    "A list without records is refused, so that no mirror seems to have lost its photos",
    arguments: [
      ("url,title\n", "list.csv"), ("url", "list.csv"), ("", "list.csv"), ("", "list.txt"),
      ("# a\n\n", "list.txt"), ("[]\n", "list.json"),
    ])
  func empty(text: String, name: String) {
    #expect {
      try photos(text, name)
    } throws: { ($0 as? ProviderFailure)?.message.hasPrefix("the list is empty") == true }
  }

  @Test(
    "A file that is no text in UTF-8 is refused with the words that convert it",
    arguments: [
      ([0xFF, 0xFE] + Array("url".utf16).flatMap { [UInt8($0), 0] }, "UTF-16"),
      ([0xFE, 0xFF] + Array("url".utf16).flatMap { [0, UInt8($0)] }, "UTF-16"),
      (Array("https://a/".utf16).flatMap { [UInt8($0), 0] }, "UTF-16"),
      ([0xFF, 0xFE, 0, 0, 0x75, 0, 0, 0], "UTF-32"), ([0x1F, 0x8B, 8, 0], "gunzip"),
      (Array("PK\u{3}\u{4}".utf8), "spreadsheet"), (Array("PAR1".utf8), "Parquet"),
      ([1, 0, 1, 1, 0, 0, 1, 0], "not text"),
    ] as [([UInt8], String)])
  func foreign(bytes: [UInt8], word: String) throws {
    let folder = try TemporaryDirectory()
    let path = folder.appending("list.csv")
    try Data(bytes).write(to: URL(filePath: path))
    #expect {
      try ListPart.read(path, at: 0)
    } throws: { ($0 as? ListPart.Problem)?.reason.contains(word) == true }
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
