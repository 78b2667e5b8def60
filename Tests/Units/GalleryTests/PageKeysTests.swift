import MirrorCore
import ProviderKit
import Testing

@testable import Gallery

@Suite("What the pages of a gallery are made of")
struct PageKeysTests {
  private typealias Pages = [String: (key: UInt64, bytes: [UInt8])]

  private static let original: [ExportedPhoto] = (1...4).map {
    .shown("\($0)", title: "t\($0)", takenAt: "202\($0)", tags: ["sea", "\($0 / 3)"])
  }

  /// What may happen to photos.
  private static let changes: [[ExportedPhoto]] = [
    original,
    original.replacing(1, .shown("2", title: "other", takenAt: "2022", tags: ["sea", "0"])),
    original.replacing(1, .shown("2", title: "t2", takenAt: "2025", tags: ["sea", "0"])),
    original.replacing(1, .shown("2", title: "t2", takenAt: "2022", tags: ["sea"])),
    original.replacing(1, .shown("2", title: "t2", takenAt: "2022", tags: ["fog", "fog2"])),
    original.replacing(2, .shown("3", about: "x", takenAt: "2023", tags: ["Sea", "1"])),
    original.replacing(
      0,
      .shown(
        "1", title: "t1", takenAt: "2021", tags: ["sea", "0"],
        albums: [.init(album: "7", title: "Trip", position: 0)])),
    Array(original.dropLast()), original + [.shown("5", takenAt: "2024", tags: ["night"])],
    original + [.shown("5", takenAt: "2019", tags: ["1", "sea"])],
    original.replacing(1, .shown("2", title: "t2", takenAt: "2022-07", tags: ["sea", "0"])),
    original + [.shown("5", geo: PhotoGeo(latitude: 1, longitude: 2, country: "Gabon"))],
    original + [.shown("5", geo: PhotoGeo(latitude: 3, longitude: 2, country: "Gabon"))],
  ]

  private func pages(of photos: [ExportedPhoto], title: String = "Photos") -> Pages {
    var builder = Arrangement.Builder(hasPlaces: true)
    var stamps = PhotoStamps()
    var captions: [Int64: PhotoCaption] = [:]
    for (index, photo) in photos.enumerated() {
      let row = Int64(index + 1)
      builder.add(photo, row: row, thumbnail: (200, 100))
      var hash = StableHash()
      hash.combine("\(photo)")
      stamps.add(row, hash.value)
      captions[row] = PhotoCaption(
        title: photo.photo.title, ownerName: photo.photo.ownerName, media: nil, path: photo.path,
        thumbnail: photo.thumbnail)
    }
    let arrangement = builder.arranged()
    let site = GallerySite(title: title, files: .mirror("../"), arrangement, hasPlaces: true)
    let keys = PageKeys(site, arrangement, stamps, program: 1)
    var pages: Pages = [:]
    func add(_ page: GalleryPage, _ key: UInt64?) { pages[page.path] = (key ?? 0, page.bytes) }
    for (place, entry) in arrangement.entries.enumerated() {
      let files = PhotoPage.Files(hasPicture: true, hasThumbnail: true)
      let photo = photos[Int(entry.row) - 1]
      add(PhotoPage(site, arrangement, photo, place: place, files).page, keys.photo(place))
    }
    let lists = [(ListKind?.none, arrangement.all)] + arrangement.shownLists.map { ($0, $1) }
    for (kind, list) in lists {
      add(
        ListPages(site, arrangement, list, kind).page(0, captions), keys.list(list, kind, page: 0))
    }
    for kind in site.kinds {
      let names = NamePages(site, arrangement, kind)
      add(names.page(0, captions), keys.names(names, page: 0))
    }
    let index = SearchIndex(site, arrangement)
    for part in 0..<index.partCount {
      add(index.page(part, captions), index.key(ofPart: part, keys))
    }
    return pages
  }

  @Test("A page with the same key is the same page, whatever happened to the photos")
  func sound() {
    for before in Self.changes {
      let old = pages(of: before)
      for after in Self.changes {
        for (path, page) in pages(of: after) where old[path]?.key == page.key {
          #expect(old[path]?.bytes == page.bytes, "\(path)")
        }
      }
    }
  }

  @Test("A change leaves the keys of most pages as they were")
  func sparing() throws {
    let old = pages(of: Self.original)
    #expect(old.values.allSatisfy { $0.key != 0 })
    let same = pages(of: Self.original)
    #expect(same.allSatisfy { old[$0]?.key == $1.key })
    let retitled = pages(of: Self.changes[1]).filter { old[$0]?.key != $1.key }
    #expect(retitled.keys.filter { $0.hasPrefix("photos/") } == ["photos/0/2.html"])
    #expect(pages(of: Self.original, title: "x").allSatisfy { old[$0]?.key != $1.key })
  }

  @Test("A photo that came meanwhile has no key")
  func late() {
    var builder = Arrangement.Builder()
    builder.add(Self.original[0], row: 1, thumbnail: nil)
    let arrangement = builder.arranged()
    let site = GallerySite(title: "", files: .mirror(""), arrangement)
    let keys = PageKeys(site, arrangement, PhotoStamps(), program: 1)
    #expect(keys.photo(0) == nil && keys.list(arrangement.all, nil, page: 0) == nil)
  }
}

extension [ExportedPhoto] {
  fileprivate func replacing(_ index: Int, _ photo: ExportedPhoto) -> [ExportedPhoto] {
    var photos = self
    photos[index] = photo
    return photos
  }
}
