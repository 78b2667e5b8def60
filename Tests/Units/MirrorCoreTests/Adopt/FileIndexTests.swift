import ProviderKit
import Testing

@testable import MirrorCore

@Suite("Files without a record, by their photos")
struct FileIndexTests {
  private func candidates(_ id: String, in paths: String...) -> [String] {
    let index = FileIndex(paths.map { .init(path: $0) })
    let photo = Photo(id: id, owner: "o")
    return index.candidates(for: photo, provider: "flickr").map { index.files[$0].path }
  }

  @Test(
    "The id of a photo is found in the names that tools give",
    arguments: [
      "ada/2024-05-01_A-title_51035555243.jpg", "ada/51035555243.jpg", "flickr_51035555243.jpg",
      "flickr/ada/flickr_51035555243_A title.png", "My cat-51035555243.jpg",
      "my-cat_51035555243_o.jpg", "51035555243_4cfd5e0e5a_o.jpg", "A cat (51035555243).jpeg",
      "ada/2024-05-01_A-title_51035555243_flickr.jpg", "51035555243",
    ])
  func names(path: String) {
    #expect(
      candidates("51035555243", in: path, "o/51035555244.jpg", "o/1510355552439.jpg") == [path])
  }

  @Test("An id that is not a number is found at the end of a name, or between two underscores")
  func words() {
    let id = "example.org/a photo"
    let name = "o/2024_x_" + NameComponent.identifier(id) + ".jpg"
    #expect(candidates(id, in: name, "o/other.jpg") == [name])
    #expect(candidates("a_b", in: "o/x_a_b.jpg", "o/a_c_b.jpg") == ["o/x_a_b.jpg"])
    #expect(candidates("42", in: "o/x_42.jpg", "o/x42.jpg", "o/42-x.jpg") == ["o/x_42.jpg"])
  }

  @Test("A note beside a file says which photo it is, whatever its name")
  func notes() {
    let index = FileIndex([
      .init(path: "a.jpg", note: PhotoNote(id: "12345678", provider: "flickr")),
      .init(path: "12345678.jpg"),
      .init(path: "87654321.jpg", note: PhotoNote(id: "11111111")),
      .init(path: "12345678_b.jpg", note: PhotoNote(id: "12345678", provider: "other")),
    ])
    let find = { (id: String) in
      index.candidates(for: Photo(id: id, owner: ""), provider: "flickr").map {
        index.files[$0].path
      }
    }
    #expect(find("12345678") == ["a.jpg", "12345678.jpg"])
    #expect(find("11111111") == ["87654321.jpg"] && find("87654321") == [])
  }

  @Test("A file that is taken is no candidate any more")
  func taken() {
    var index = FileIndex([.init(path: "12345678.jpg"), .init(path: "x.jpg")])
    index.take(0)
    #expect(index.candidates(for: Photo(id: "12345678", owner: ""), provider: "a") == [])
    #expect(index.rest == [1])
  }

  @Test("Notes are read from sidecars of this program and from JSON of other tools")
  func reading() throws {
    let photo = Photo(id: "https://a.b/?c=1&d=\"e\"", owner: "o", pageURL: "https://a.b/1?x&y")
    let xmp = String(decoding: Sidecar.xmp(of: photo, provider: "feed"), as: UTF8.self)
    #expect(PhotoNote(xmp: xmp) == PhotoNote(id: photo.id, provider: "feed", page: photo.pageURL))
    for text in [
      "", "<dc:identifier>", "<dc:identifier>nothing</dc:identifier>",
      "<dc:identifier>a:</dc:identifier>",
    ] {
      #expect(PhotoNote(xmp: text) == nil)
    }
    let json = { (text: String) in PhotoNote(json: try JSONValue(parsing: text)) }
    #expect(
      try json(#"{"category": "flickr", "id": 51035555243}"#)
        == PhotoNote(id: "51035555243", provider: "flickr"))
    #expect(try json(#"{"id": "510"}"#) == PhotoNote(id: "510"))
    #expect(try json(#"{"id": "", "category": 1}"#) == nil && json("[1]") == nil)
  }
}
