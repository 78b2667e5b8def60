import Catalog
import Digests
import Foundation
import LocalFiles
import MirrorCore
import ProviderKit
import Testing

@testable import Mirroring

@Suite("The pictures of a gallery")
struct GalleryPicturesTests {
  /// Makes the file of a photo as large as photos are, in the catalog too.
  private func enlarge(
    _ archive: TestArchive, _ index: Int, to width: Int, version: Int = 0
  ) throws {
    let catalog = try archive.catalog()
    let photo = try catalog.mirrored(after: 0, limit: 99)[index]
    let bytes = try TestArchive.picture(
      TestArchive.id(index + 1), version: version, width: width, height: 60)
    try archive.write(bytes, to: photo.path)
    try catalog.record([
      MirroredPhoto(
        id: photo.id, path: photo.path, format: photo.format, width: width, height: 60,
        byteCount: Int64(bytes.count), sha256: DigestAlgorithm.sha256.hex(of: bytes),
        label: photo.label,
        thumbnail: photo.thumbnail, storedAt: photo.storedAt)
    ])
  }

  /// The pictures with their longest edges.
  private func choices(
    edge: Int = MirrorGallery.standardPreviewEdge, includesPrivate: Bool = false
  ) -> MirrorGallery.Choices {
    var choices = MirrorGallery.Choices()
    (choices.previewEdge, choices.includesPrivate) = (edge, includesPrivate)
    return choices
  }

  private func pictures(_ archive: TestArchive) -> [String: Int] {
    let paths = archive.files.keys.filter { $0.hasPrefix("gallery/pictures/") }
    return Dictionary(
      uniqueKeysWithValues: paths.map {
        (
          $0.replacing("gallery/pictures/0/", with: ""),
          ThumbnailSize(ofFileAt: archive.directory.file($0))?.edge ?? 0
        )
      })
  }

  @Test("A large photo gets two, a smaller one that of lists, and one as small as that none")
  func made() async throws {
    let archive = try await TestArchive(photos: 3)
    try enlarge(archive, 0, to: 1700)
    try enlarge(archive, 1, to: 900)
    let gallery = MirrorGallery(of: archive.mirror)
    #expect(try await gallery.write().pictures == 2)
    #expect(pictures(archive) == ["1-512.jpg": 512, "1-1600.jpg": 1600, "2-512.jpg": 512])
    let page = archive.text("gallery/photos/0/1.html")
    #expect(page.contains("<a href=\"../../../\(archive.paths[0])\"><img width=\"1700\""))
    #expect(page.contains(" src=\"../../pictures/0/1-1600.jpg\">"))
    #expect(
      archive.text("gallery/photos/0/2.html").contains(" src=\"../../../\(archive.paths[1])\">"))
    let list = archive.text("gallery/index.html")
    #expect(list.contains(", ./pictures/0/1-512.jpg 512w\" sizes=\"calc("))
    #expect(!list.contains("1600.jpg") && !list.contains("pictures/0/3"))
    let before = archive.files
    let again = try await gallery.write()
    #expect((again.pictures, again.written) == (0, 0) && archive.files == before)
  }

  @Test("A file that changed has other pictures, and one that left has none")
  func changed() async throws {
    let archive = try await TestArchive(photos: 2)
    // A run gives a mirror its id, to which the records belong.
    try MirrorIdentity.ensure(in: archive.catalog())
    for index in 0...1 { try enlarge(archive, index, to: 1700) }
    let gallery = MirrorGallery(of: archive.mirror)
    #expect(try await gallery.write().pictures == 2)
    let before = archive.files
    try enlarge(archive, 0, to: 1700, version: 1)
    #expect(try await gallery.write().pictures == 1)
    let changed = archive.files.filter {
      $0.key.contains("pictures/") && before[$0.key] != $0.value
    }
    #expect(changed.keys.sorted() == ["1600", "512"].map { "gallery/pictures/0/1-\($0).jpg" })
    try archive.write("mine", to: "gallery/pictures/0/mine.jpg")
    _ = try await MirrorTrash(of: archive.mirror).forget([TestArchive.id(1)])
    #expect(try await gallery.write().pictures == 0)
    #expect(Set(pictures(archive).keys) == ["2-512.jpg", "2-1600.jpg", "mine.jpg"])
  }

  @Test("A picture that was lost or edited is made again, and the next time none is")
  func lost() async throws {
    let archive = try await TestArchive(photos: 1)
    try enlarge(archive, 0, to: 1700)
    let gallery = MirrorGallery(of: archive.mirror)
    _ = try await gallery.write()
    let before = archive.bytes("gallery/pictures/0/1-512.jpg")
    for text in [nil, "edited"] {
      try archive.remove("gallery/pictures/0/1-512.jpg")
      if let text { try archive.write(text, to: "gallery/pictures/0/1-512.jpg") }
      #expect(try await gallery.write().pictures == 1)
      #expect(archive.bytes("gallery/pictures/0/1-512.jpg") == before)
      #expect(try await gallery.write().pictures == 0)
    }
  }

  @Test("Another size replaces the one before, and 0 shows the file")
  func size() async throws {
    let archive = try await TestArchive(photos: 1)
    try enlarge(archive, 0, to: 1700)
    _ = try await MirrorGallery(of: archive.mirror).write()
    for (edge, names) in [(900, ["1-512.jpg", "1-900.jpg"]), (0, ["1-512.jpg"])] {
      _ = try await MirrorGallery(of: archive.mirror, choices(edge: edge)).write()
      #expect(pictures(archive).keys.sorted() == names)
      #expect(
        archive.text("gallery/photos/0/1.html").contains(
          " src=\"../../\(edge == 0 ? "../" + archive.paths[0] : "pictures/0/1-900.jpg")\">"))
    }
  }

  @Test("A file that cannot be decoded has none, and the gallery is written")
  func damaged() async throws {
    let archive = try await TestArchive(photos: 2)
    try enlarge(archive, 0, to: 1700)
    try archive.write("damaged", to: archive.paths[0])
    let totals = try await MirrorGallery(of: archive.mirror).write()
    #expect(totals.pictures == 0 && totals.photos == 2 && pictures(archive).isEmpty)
    let before = archive.files
    #expect(try await MirrorGallery(of: archive.mirror).write().written == 0)
    #expect(archive.files == before)
  }

  @Test("Pictures of private photos are readable for their user only, and go with them")
  func hidden() async throws {
    let archive = try await TestArchive(photos: 0)
    var photo = TestArchive.photo(1)
    photo.privacy = .family
    try await archive.add([photo])
    try enlarge(archive, 0, to: 1700)
    let mode = { (path: String) in
      let attributes = try FileManager.default.attributesOfItem(
        atPath: archive.directory.file(path))
      return attributes[.posixPermissions] as? Int
    }
    _ = try await MirrorGallery(of: archive.mirror, choices(includesPrivate: true)).write()
    #expect(try mode("gallery/pictures/0/1-512.jpg") == 0o600)
    _ = try await MirrorGallery(of: archive.mirror).write()
    #expect(pictures(archive).isEmpty)
  }
}
