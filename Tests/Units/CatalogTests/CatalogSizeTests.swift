import Foundation
import MirrorCore
import ProviderKit
import TestSupport
import Testing

@testable import Catalog

@Suite("The size of a catalog")
struct CatalogSizeTests {
  private static let photos = 20_000
  private static let page = 500
  /// The number of photos that are listed and not mirrored yet: the pages that a run keeps open.
  private static let underWay = 4000

  /// The limit of the file's size for each photo, in bytes.
  private static let most = 700

  /// A page as Flickr lists it, with the sizes of its photos.
  private func listed(_ page: Int) -> [Photo] {
    (0..<Self.page).map { index in
      let id = "\(54_320_000_000 - page * Self.page - index)"
      return Photo(
        id: id, site: "flickr.com", owner: "10000001@N00", ownerName: "Somebody",
        title: "A title of some length", about: String(repeating: "Ten bytes ", count: 10),
        pageURL: "https://www.flickr.com/photos/somebody/\(id)/", takenAt: "2024-05-01 10:20:30",
        uploadedAt: 1_700_000_000, tags: (1...8).map { "a tag of \($0)" },
        license: License(name: "CC BY-NC 2.0", url: "https://creativecommons.org/by-nc/2.0/"),
        latitude: 48.858222, longitude: 2.2945,
        renditions: (1...12).map {
          Rendition(
            label: "Large \($0)", url: "https://live.staticflickr.com/65535/\(id)_\($0).jpg")
        })
    }
  }

  private func wanted(_ photos: [Photo]) -> PageAdmission {
    var page = PageAdmission()
    page.wanted = photos.enumerated().map { index, photo in
      .init(
        photo: photo, site: "flickr.com",
        stem: "10000001@N00/2024-05-01_A-title-of-some-length_\(photo.id)", index: index)
    }
    return page
  }

  private func known(_ records: ArraySlice<PhotoRecord>, as photos: [Photo]) -> PageAdmission {
    var page = PageAdmission()
    page.known = zip(records, photos).enumerated().map { index, pair in
      .init(id: pair.0.id, photo: pair.1, index: index)
    }
    return page
  }

  private func mirrored(_ record: PhotoRecord) -> MirroredPhoto {
    MirroredPhoto(
      id: record.id, path: record.stem + ".jpg", format: "jpeg", width: 4000, height: 3000,
      byteCount: 2_500_000, sha256: String(repeating: "0123456789abcdef", count: 4),
      label: "Original",
      address: "https://live.staticflickr.com/65535/\(record.photo)_0123456789_o.jpg",
      thumbnail: .png, storedAt: 1_700_000_000)
  }

  @Test("A catalog's size depends on its photos: the space of their listings is reused")
  func listingsMakeRoom() throws {
    let directory = try TemporaryDirectory()
    let path = directory.appending("catalog.sqlite")
    do {
      let catalog = try Catalog(path: path)
      let source = try catalog.beginRun(ofSource: "flickr:user/10000001@N00")
      var (open, all): ([PhotoRecord], [PhotoRecord]) = ([], [])
      for page in 0..<Self.photos / Self.page {
        let admitted = try catalog.admit(
          wanted(listed(page)), provider: "flickr", source: source, pass: 1, at: 0)
        (open, all) = (open + admitted, all + admitted)
        while open.count > Self.underWay {
          try catalog.record(open.prefix(64).map(mirrored))
          open.removeFirst(64)
        }
      }
      try catalog.record(open.map(mirrored))
      for pass in 2...30 as ClosedRange<Int64> {
        let page = Int(pass) % (Self.photos / Self.page)
        let part = all[page * Self.page..<(page + 1) * Self.page]
        _ = try catalog.admit(
          known(part, as: listed(page)), provider: "flickr", source: source, pass: pass, at: 0)
      }
      try catalog.giveBackSpace()
    }
    let size = try #require(FileManager.default.contents(atPath: path)).count
    #expect(size < Self.most * Self.photos, "\(size / Self.photos) bytes a photo")
  }
}
