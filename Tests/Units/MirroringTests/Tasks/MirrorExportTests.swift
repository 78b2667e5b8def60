import Catalog
import Foundation
import MirrorCore
import ProviderKit
import Testing

@testable import Mirroring

@Suite("The metadata of a mirror's photos")
struct MirrorExportTests {
  private func export(
    _ archive: TestArchive, includesPrivate: Bool = false
  ) async throws -> (photos: [ExportedPhoto], leftOut: Int) {
    var photos: [ExportedPhoto] = []
    let gaps = try await MirrorExport(of: archive.mirror, includesPrivate: includesPrivate).read {
      photos += $0
    }
    return (photos, gaps.privatePhotos)
  }

  @Test(
    "Every mirrored photo is exported with its metadata and its file, in the order of the listing")
  func all() async throws {
    let archive = try await TestArchive(photos: 3)
    let (photos, leftOut) = try await export(archive)
    #expect(photos.map(\.path) == archive.paths && leftOut == 0)
    #expect(photos.map(\.photo.id) == [1, 2, 3].map(TestArchive.id))
    #expect(photos.allSatisfy { $0.photo.tags == ["Sea"] && $0.photo.takenAt != nil })
    #expect(photos.allSatisfy { $0.width == 48 && $0.height == 32 && $0.format == "png" })
    for photo in photos {
      #expect(Int64(archive.bytes(photo.path)?.count ?? -1) == photo.byteCount)
      #expect(photo.thumbnail == archive.thumbnail(photo.path))
    }
    #expect(Set(photos.map(\.sha256)).count == 3)
  }

  @Test("A lost photo stays in the export, which counts it, until its owner lets it go")
  func lost() async throws {
    let archive = try await TestArchive(photos: 3)
    try archive.lose(photo: 1)
    let export = MirrorExport(of: archive.mirror)
    var paths: [String] = []
    #expect(try await export.read { paths += $0.map(\.path) }.lost == 1)
    #expect(paths == archive.paths)
    _ = try await MirrorTrash(of: archive.mirror).forget([TestArchive.id(2)])
    paths = []
    #expect(try await export.read { paths += $0.map(\.path) }.lost == 0)
    #expect(paths == [archive.paths[0], archive.paths[2]])
  }

  @Test("Private photos are counted, and exported only if they are asked for")
  func hidden() async throws {
    let archive = try await TestArchive(photos: 1)
    var (friends, open) = (TestArchive.photo(2), TestArchive.photo(3))
    (friends.privacy, open.privacy) = (.friends, .public)
    try await archive.add([friends, open])
    let (photos, leftOut) = try await export(archive)
    #expect(photos.map(\.photo.id) == [1, 3].map(TestArchive.id) && leftOut == 1)
    let all = try await export(archive, includesPrivate: true)
    #expect(all.photos.map(\.isPrivate) == [false, true, false] && all.leftOut == 0)
  }

  @Test("Details and albums of a photo are exported with it")
  func details() async throws {
    let archive = try await TestArchive(photos: 2)
    do {
      let catalog = try archive.catalog()
      let source = try catalog.beginRun(ofSource: TestArchive.source)
      var page = PageAdmission()
      page.album = AlbumAdmission(
        part: AlbumPart(album: Album(id: "7", title: "Summer")), site: "site",
        members: [2, 1].map { .init(site: "site", key: TestArchive.id($0)) })
      _ = try catalog.admit(page, provider: "site", source: source, pass: nil, at: 1)
    }
    let (photos, _) = try await export(archive)
    #expect(
      photos.map(\.albums) == [1, 0].map { [.init(album: "7", title: "Summer", position: $0)] })
  }

  @Test("More photos than a batch has are exported once each")
  func batches() async throws {
    let archive = try await TestArchive(photos: 0)
    _ = try archive.directory.prepare()
    do {
      let catalog = try archive.catalog()
      let source = try catalog.beginRun(ofSource: TestArchive.source)
      let records = try catalog.admit(
        (0..<1203).map { NewPhoto(photo: "\($0)", stem: "x/\($0)", listing: "{}") },
        provider: "site", source: source)
      try catalog.record(
        records.map {
          MirroredPhoto(
            id: $0.id, path: $0.stem + ".png", format: "png", width: 1, height: 1, byteCount: 1,
            sha256: "", label: "", storedAt: 1)
        })
    }
    let (photos, _) = try await export(archive)
    #expect(photos.map(\.photo.id) == (0..<1203).map(String.init))
  }

  @Test("An export ends with the error of what takes the photos, and when its task is cancelled")
  func ended() async throws {
    struct Full: Error {}
    let archive = try await TestArchive(photos: 1)
    await #expect(throws: Full.self) {
      try await MirrorExport(of: archive.mirror).read { _ in throw Full() }
    }
    let mirror = archive.mirror
    let task = Task {
      try await MirrorExport(of: mirror).read { _ in withUnsafeCurrentTask { $0?.cancel() } }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("A mirror is exported while another task changes it")
  func meanwhile() async throws {
    let archive = try await TestArchive(photos: 2)
    try await archive.mirror.open(.changing) { _ in
      let photos = try await export(archive).photos
      #expect(photos.count == 2)
    }
  }
}
