import MirrorTesting
import ProviderKit
import Testing

@testable import MirrorCore

@Suite("Albums of a listing")
struct AlbumAdmissionTests {
  private static func page(
    _ ids: String..., of album: String, start: Int = 0, end: Int? = nil, next: String? = nil
  ) -> Page {
    Page(
      photos: ids.map(TestWalk.photo), next: next,
      album: AlbumPart(
        album: Album(id: album, title: "Album \(album)", cover: ids.first), start: start, next: end)
    )
  }

  private func members(_ index: Int, of walk: TestWalk) async throws -> [String] {
    let album = try await walk.catalog.albums(after: 0, limit: 9)[index]
    return try await walk.catalog.members(ofAlbum: album.id, after: nil, limit: 99).map(\.key)
  }

  @Test("A listing of an album records the album and the order of its photos")
  func one() async throws {
    let walk = TestWalk([
      "": Self.page("2", "1", of: "a", end: 2, next: "b"), "b": Self.page("3", of: "a", start: 2),
    ])
    _ = await walk.run()
    let albums = try await walk.catalog.albums(after: 0, limit: 9)
    #expect(albums.map(\.album.title) == ["Album a"] && albums.allSatisfy(\.isComplete))
    #expect(try await members(0, of: walk) == ["2", "1", "3"])
  }

  @Test("A photo in two albums of one listing is downloaded once, and is in both albums")
  func shared() async throws {
    let walk = TestWalk([
      "": Self.page("1", "2", of: "a", next: "b"), "b": Self.page("3", "2", of: "b"),
    ])
    let (results, error) = await walk.run()
    #expect(error == nil && results.count == 3 && walk.destination.content.files.count == 3)
    #expect(walk.network.addresses.count { $0.hasSuffix("#2") } == 1)
    #expect(try await members(0, of: walk) == ["1", "2"])
    #expect(try await members(1, of: walk) == ["3", "2"])
  }

  @Test("A photo that left its album stays in the mirror, and leaves the album")
  func removed() async throws {
    let first = TestWalk(["": Self.page("1", "2", of: "a")])
    _ = await first.run()
    let again = TestWalk(["": Self.page("2", of: "a")], catalog: first.catalog)
    again.destination.content = first.destination.content
    _ = await again.run()
    #expect(try await members(0, of: again) == ["2"])
    #expect(again.destination.content.files.count == 2)
  }

  @Test("A run with a limit removes no photo from an album")
  func limited() async throws {
    let pages = ["": Self.page("1", "2", "3", of: "a")]
    let first = TestWalk(pages)
    _ = await first.run()
    var again = TestWalk(pages, catalog: first.catalog)
    again.destination.content = first.destination.content
    again.options.limit = 1
    _ = await again.run()
    #expect(try await members(0, of: again) == ["1", "2", "3"])
  }

  @Test("A resumed run completes the reading of an album that an interrupted run began")
  func resumed() async throws {
    let pages = [
      "": Self.page("1", "2", of: "a", end: 2, next: "b"), "b": Self.page("3", of: "a", start: 2),
    ]
    let first = TestWalk(["": pages[""]!])
    let (_, error) = await first.run()
    #expect(error != nil)
    var rest = TestWalk(pages, catalog: first.catalog)
    rest.destination.content = first.destination.content
    rest.resumption = Resumption(cursor: "b", doneBefore: 2)
    _ = await rest.run()
    #expect(try await members(0, of: rest) == ["1", "2", "3"])
    #expect(try await rest.catalog.albums(after: 0, limit: 9).allSatisfy(\.isComplete))
  }
}
