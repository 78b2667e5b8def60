import Foundation
import MirrorCore
import ProviderKit
import Testing

@testable import Mirroring

@Suite("Albums in the sidecars of a mirror")
struct AlbumTagsTests {
  private let site: TestSite
  private let archive: TestArchive

  init() async throws { (site, archive) = (try TestSite(), try await TestArchive(photos: 0)) }

  /// Shows three photos, and an album after them.
  private func show(_ title: String, _ numbers: [Int], photoTitle: String = "") {
    var album = Page(photos: numbers.map { photo($0, photoTitle) })
    album.album = AlbumPart(album: Album(id: "7", owner: "ada", title: title))
    var first = Page(photos: (1...3).map { photo($0, photoTitle) })
    first.next = "album"
    site.show(pages: ["": first, "album": album])
  }

  private func photo(_ number: Int, _ title: String) -> Photo {
    var photo = site.photo(number)
    if !title.isEmpty { photo.title = title }
    return photo
  }

  private func sidecar(_ number: Int) throws -> String {
    try #require(
      archive.files.keys.first {
        $0.hasPrefix("ada/") && $0.hasSuffix(TestArchive.id(number) + ".png.xmp")
      })
  }

  private func text(_ number: Int) throws -> String {
    String(decoding: try #require(archive.bytes(try sidecar(number))), as: UTF8.self)
  }

  /// Whether each of the three has an album of this title.
  private func have(_ title: String) throws -> [Bool] {
    try (1...3).map { try text($0).contains("<rdf:li>Albums/\(title)</rdf:li>") }
  }

  @Test("Sidecars have the albums of a run, and follow renamed albums and photos that leave them")
  func follow() async throws {
    show("Sea", [1, 2])
    #expect(try await site.run(into: archive).notes.isEmpty)
    #expect(try have("Sea") == [true, true, false])
    #expect(try text(1).contains("<rdf:li>Albums|Sea</rdf:li>"))
    let before = archive.files
    #expect(try await site.run(into: archive).notes.isEmpty)
    #expect(archive.files == before)
    show("Lake/1", [2, 3])
    #expect(try await site.run(into: archive).notes == [.sidecarsRewritten(2)])
    #expect(try have("Sea") == [false, false, false])
    #expect(try have("Lake\u{2215}1") == [false, true, true])
    #expect(site.pictures.count == 3)
  }

  @Test("A sidecar that is made again, or whose photo gets another title, keeps its albums")
  func keep() async throws {
    show("Sea", [1, 2])
    try await site.run(into: archive)
    let (first, second) = (try sidecar(1), try sidecar(2))
    try FileManager.default.removeItem(atPath: archive.directory.file(first))
    try await site.run(into: archive)
    #expect(try have("Sea") == [true, true, false])
    try Data("no XML".utf8).write(to: URL(filePath: archive.directory.file(second)))
    show("Sea", [1, 2], photoTitle: "Another")
    try await site.run(into: archive)
    #expect(try text(1).contains("Another") && text(2).contains("Another"))
    #expect(try have("Sea") == [true, true, false])
  }

  @Test("A user's own entries stay when an album is renamed")
  func own() async throws {
    show("Sea", [1])
    try await site.run(into: archive)
    let edited = try text(1).replacing(
      "<rdf:li>Albums/Sea</rdf:li>", with: "<rdf:li>Albums/Sea</rdf:li><rdf:li>Albums/My</rdf:li>")
    try Data(edited.utf8).write(to: URL(filePath: archive.directory.file(try sidecar(1))))
    show("Lake", [1])
    try await site.run(into: archive)
    #expect(try have("Sea") == [false, false, false] && have("Lake") == [true, false, false])
    #expect(try have("My") == [true, false, false])
  }

  @Test("A photo that the site deleted keeps its albums, and no sidecar is made where none is")
  func departed() async throws {
    show("Sea", [1, 2])
    try await site.run(into: archive)
    let path = try sidecar(1)
    var album = Page(photos: [site.photo(2)])
    album.album = AlbumPart(album: Album(id: "7", owner: "ada", title: "Lake"))
    site.show(pages: ["": Page(photos: [site.photo(2), site.photo(3)], next: "a"), "a": album])
    // It may come back as long as one listing only lacks it.
    let first = try await site.run(into: archive) { $0.gone.passes = 2 }
    #expect(first.summary.gone?.missing == 1)
    #expect(try text(1).contains("/Sea<"))
    let second = try await site.run(into: archive) {
      $0.gone.action = .trash
      ($0.gone.passes, $0.gone.limit) = (1, .photos(9))
    }
    #expect(second.summary.gone?.gone == 1)
    try await site.run(into: archive)
    #expect(archive.bytes(path) == nil)
    let trashed = archive.files.filter { $0.key.hasPrefix(".photomirror/trash/") }
    let texts = trashed.values.map { String(decoding: $0, as: UTF8.self) }
    #expect(texts.contains { $0.contains("<rdf:li>Albums/Sea</rdf:li>") }, "\(trashed.keys)")
  }
}
