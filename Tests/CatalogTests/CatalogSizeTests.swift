import Foundation
import MirrorCore
import TestSupport
import Testing

@testable import Catalog

@Suite("The size of a catalog")
struct CatalogSizeTests {
  private static let photos = 20_000
  private static let page = 500
  /// Of photos that are listed and not mirrored yet: the pages that a run keeps open.
  private static let underWay = 4000

  /// In bytes: what the file may take for each photo.
  private static let most = 600

  /// A page as Flickr lists it, with the sizes of its photos.
  private func listed(_ page: Int) -> [NewPhoto] {
    (0..<Self.page).map { index in
      let id = "\(54_320_000_000 - page * Self.page - index)"
      return NewPhoto(
        photo: id, stem: "10000001@N00/2024-05-01_A-title-of-some-length_\(id)",
        listing: String(repeating: "{\"id\":\"\(id)\"}", count: 120))
    }
  }

  private func mirrored(_ record: PhotoRecord) -> MirroredPhoto {
    MirroredPhoto(
      id: record.id, path: record.stem + ".jpg", format: "jpeg", width: 4000, height: 3000,
      byteCount: 2_500_000, sha256: String(repeating: "0123456789abcdef", count: 4),
      label: "Original", storedAt: 1_700_000_000)
  }

  @Test("follows the photos and not their listings, whose room is used again")
  func listingsMakeRoom() throws {
    let directory = try TemporaryDirectory()
    let path = directory.appending("catalog.sqlite")
    do {
      let catalog = try Catalog(path: path)
      let source = try catalog.beginRun(ofSource: "flickr:user/10000001@N00")
      var open: [PhotoRecord] = []
      for page in 0..<Self.photos / Self.page {
        open += try catalog.admit(listed(page), provider: "flickr", source: source)
        while open.count > Self.underWay {
          try catalog.record(open.prefix(64).map(mirrored))
          open.removeFirst(64)
        }
      }
      try catalog.record(open.map(mirrored))
      try catalog.giveBackSpace()
    }
    let size = try #require(FileManager.default.contents(atPath: path)).count
    #expect(size < Self.most * Self.photos, "\(size / Self.photos) bytes a photo")
  }
}
