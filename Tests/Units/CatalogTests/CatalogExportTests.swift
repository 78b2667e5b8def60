import MirrorCore
import ProviderKit
import TestSupport
import Testing

@testable import Catalog

@Suite("The export of a catalog")
struct CatalogExportTests {
  private let folder: TemporaryDirectory
  private let path: String

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.appending("catalog.sqlite")
  }

  /// Mirrors photos that are an album, and returns the export.
  private func exported(_ photos: [Photo]) async throws -> [ExportedPhoto] {
    let run = try RunCatalog(
      at: .file(path), source: "a:b", provider: "site", clock: { 1_700_000_000 })
    var page = PageAdmission()
    page.wanted = photos.enumerated().map {
      .init(photo: $1, site: "site", stem: "o/\($1.id)", index: $0)
    }
    page.album = AlbumAdmission(
      part: AlbumPart(album: Album(id: "7", title: "Summer"), start: 0, next: nil), site: "site",
      members: photos.map { .init(site: "site", key: $0.id) })
    let records = try await run.admit(page)
    try await run.complete(
      records.map {
        MirroredPhoto(
          id: $0.id, path: $0.stem + ".jpg", format: "jpeg", width: 3, height: 2, byteCount: 10,
          sha256: "00", label: "", storedAt: 1_700_000_000)
      })
    await run.close()
    return try Catalog(path: path).exported(after: 0, limit: 9).map(\.photo)
  }

  @Test("An exported photo has its albums with their ids and titles, and its place in each")
  func albums() async throws {
    let photos = try await exported([Photo(id: "1", owner: "o"), Photo(id: "2", owner: "o")])
    #expect(
      photos.map(\.albums) == [
        [.init(album: "7", title: "Summer", position: 0)],
        [.init(album: "7", title: "Summer", position: 1)],
      ])
  }

  @Test("Each part of a photo's metadata is exported whether or not it has the others")
  func partial() async throws {
    let photos = [
      Photo(id: "1", owner: "o", uploadedAt: 7), Photo(id: "2", owner: "o", takenAt: "2024"),
      Photo(id: "3", owner: "o", latitude: 1.5, longitude: 2.5), Photo(id: "4", owner: "o"),
      Photo(id: "5", owner: "o", license: License(name: "CC0")), Photo(id: "6", owner: "o"),
      Photo(id: "7", owner: "o", pageURL: "https://a.example/7"),
      Photo(id: "8", owner: "o", ownerName: "O"), Photo(id: "9", owner: "o", tags: ["t"]),
    ]
    for (photo, wanted) in zip(try await exported(photos).map(\.photo), photos) {
      #expect(photo.id == wanted.id && photo.uploadedAt == wanted.uploadedAt)
      #expect(photo.takenAt == wanted.takenAt && photo.license == wanted.license)
      #expect(photo.pageURL == wanted.pageURL && photo.tags == wanted.tags)
      #expect(photo.latitude == wanted.latitude && photo.longitude == wanted.longitude)
    }
  }

  @Test("The address of a photo's page is kept without its id, unless that would be ambiguous")
  func template() {
    #expect(
      Catalog.template(of: "https://a.example/ada/51/", key: "51") == "https://a.example/ada/{key}/"
    )
    #expect(Catalog.template(of: "https://a.example/{key}/51", key: "51") == nil)
    #expect(Catalog.template(of: "https://a.example/ada", key: "51") == nil)
    #expect(Catalog.template(of: "https://a.example/ada", key: "") == nil)
  }
}
