import Foundation
import ProviderKit
import Testing

@testable import MirrorCore

@Suite("Names of albums on disk")
struct AlbumNamesTests {
  @Test("An album's name is its title and its id")
  func plain() {
    var names = AlbumNames()
    #expect(names.name(of: Album(id: "72157", title: "Summer, 2024!")) == "Summer-2024_72157")
    #expect(names.name(of: Album(id: "8", title: "夏")) == "夏_8")
    #expect(names.name(of: Album(id: "9")) == "9")
  }

  @Test(
    "A hostile title or id gives one harmless component",
    arguments: [
      "../..", "/etc", ".", "..", "a/b\\c", "\u{0}\n", "-rf", String(repeating: "ü", count: 30_000),
    ])
  func hostile(text: String) {
    var names = AlbumNames()
    for album in [Album(id: "1", title: text), Album(id: text, title: text)] {
      let name = names.name(of: album)
      #expect(
        !name.isEmpty && name.utf8.count <= 200 && !name.contains("/") && !name.contains("\0"))
      #expect(name.first != "." && name.first != "-")
    }
  }

  @Test("A place with shorter names gets shorter titles, and links with the photo's id")
  func short() {
    var names = AlbumNames(longestName: 143)
    let text = String(repeating: "harbour ", count: 40)
    #expect(
      names.name(of: Album(id: String(repeating: "x", count: 200), title: text)).utf8.count <= 143)
    let member = AlbumMember(photo: 1, key: "51234", position: 0, path: nil, title: "")
    let file = String(repeating: "y", count: 135) + ".jpg"
    func name(_ longest: Int) -> String {
      AlbumNames.name(of: member, at: "o/" + file, number: 1, of: 3, longestName: longest)
    }
    #expect(name(143) == "0001_51234.jpg" && name(200) == "0001_" + file)
  }

  @Test("Two albums never have names that differ only in case or composition")
  func collisions() {
    var names = AlbumNames()
    let albums = [
      Album(id: "a", site: "1", title: "X"), Album(id: "A", site: "1", title: "x"),
      Album(id: "a", site: "2", title: "x"), Album(id: "a", site: "3", title: "e\u{301}"),
      Album(id: "a", site: "4", title: "\u{E9}"),
    ]
    let folded = albums.map {
      names.name(of: $0).lowercased().precomposedStringWithCanonicalMapping
    }
    #expect(Set(folded).count == albums.count)
  }

  @Test("A photo's name in an album begins with its place, and is never too long")
  func members() {
    let name = { (path: String, number: Int, count: Int) in
      AlbumNames.name(
        of: AlbumMember(photo: 1, key: "42", position: 0, path: path, title: ""), at: path,
        number: number, of: count)
    }
    #expect(name("o/a_42.jpg", 1, 3) == "0001_a_42.jpg")
    #expect(name("o/a_42.jpg", 12_345, 100_000) == "012345_a_42.jpg")
    #expect(name("o/" + String(repeating: "x", count: 251) + ".jpg", 1, 3) == "0001_42.jpg")
  }
}
