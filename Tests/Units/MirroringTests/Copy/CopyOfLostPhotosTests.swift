import Catalog
import Foundation
import LocalFiles
import MirrorCore
import Testing

@testable import Mirroring

@Suite("The copy of a mirror that lost files")
struct CopyOfLostPhotosTests: CopyUser {
  /// Takes away the file of the first photo, or its bytes.
  enum Loss: CaseIterable {
    case removed, recorded, refused, cut, linked, folder

    func happen(in archive: TestArchive) throws {
      let path = archive.paths[0]
      switch self {
      case .removed: try archive.remove(path)
      case .recorded: try archive.lose(photo: 0)
      case .refused:
        try archive.lose(photo: 0)
        let catalog = try archive.catalog()
        for day in 1...2 {
          _ = try catalog.noteRefusal(
            ofPhoto: 1, reason: "status 404", at: Int64(day) * 86_400)
        }
      case .cut:
        try archive.write(try #require(archive.bytes(path)).dropLast(100), to: path)
      case .linked:
        try archive.lose(photo: 0)
        try FileManager.default.createSymbolicLink(
          atPath: archive.directory.file(path), withDestinationPath: "/nowhere")
      case .folder:
        try archive.lose(photo: 0)
        try FileManager.default.createDirectory(
          atPath: archive.directory.file(path), withIntermediateDirectories: false)
      }
    }
  }

  @Test(
    "A photo that the mirror lost stays in the copy, whose catalog has it, and is taken from there",
    arguments: Loss.allCases)
  func lost(loss: Loss) async throws {
    let archive = try await TestArchive(photos: 3)
    let (before, place) = (archive.files, archive.outside("copy"))
    _ = try await copy(archive)
    try loss.happen(in: archive)
    for _ in 1...2 {
      let outcome = try await copy(archive)
      #expect(outcome.totals.setAside == 0 && outcome.totals.copied == 0)
      #expect(files(place) == before)
      #expect(try await findings(place) == [])
      #expect(try await !findings(archive.directory.path).isEmpty)
    }
    let outcome = try await Repair(
      of: archive.mirror, Verification.Options(), from: [.directory(Mirror(place))]
    ).prepare(isDryRun: false) { _ in }
    #expect(outcome.restored == 1 && archive.bytes(archive.paths[0]) == before[archive.paths[0]])
    #expect(try await findings(archive.directory.path) == [])
  }

  @Test("A photo that was renamed and then lost gets its new name in the copy, with its companions")
  func renamed() async throws {
    let archive = try await TestArchive(photos: 2)
    let place = archive.outside("copy")
    _ = try await copy(archive)
    _ = try await Renaming(in: archive.mirror, template: NameTemplate("{title}/{id}")).run { _ in }
    let before = archive.files
    let path = try archive.catalog().mirrored(after: 0, limit: 1)[0].path
    try archive.remove(path)
    let outcome = try await copy(archive)
    #expect(outcome.leftOut == [.missing(path: path)] && outcome.totals.setAside == 0)
    #expect(files(place) == before)
    #expect(try await findings(place) == [])
  }

  @Test("An old version stays in the copy until the copy has the new one")
  func replaced() async throws {
    let (archive, site) = (try await TestArchive(photos: 0), try TestSite())
    site.show(1...2)
    try await site.run(into: archive)
    let place = archive.outside("copy")
    _ = try await copy(archive)
    let path = try archive.catalog().mirrored(after: 0, limit: 1)[0].path
    let old = archive.bytes(path)
    site.show([site.photo(1, version: 1), site.photo(2)])
    try await site.run(into: archive) { ($0.readsAll, $0.keptVersions) = (true, 0) }
    let new = archive.bytes(path)
    try archive.remove(path)
    _ = try await copy(archive)
    #expect(files(place)[path] == old && old != new)
    try archive.write(try #require(new), to: path)
    let outcome = try await copy(archive)
    #expect(outcome.totals.setAside == 1 && files(place)[path] == new)
    #expect(files(place)[".photomirror/set-aside/" + path] == old)
  }

  @Test("Photos that the mirror does not know any more keep their files in the copy")
  func forgottenByTheCatalog() async throws {
    let archive = try await TestArchive(photos: 2)
    let place = archive.outside("copy")
    _ = try await copy(archive)
    let older = try TestArchive(copyOf: archive)
    let new = try await archive.add([TestArchive.photo(3)])
    _ = try await copy(archive)
    let before = files(place)
    // The mirror's catalog is that of an earlier day, and the file of the photo that it lacks is lost; the next photo
    // gets its row.
    for file in [new[0], new[0] + ".xmp", archive.thumbnail(new[0])] { try archive.remove(file) }
    let fresh = try #require(older.bytes(".photomirror/catalog.sqlite"))
    for end in ["-wal", "-shm"] where archive.has(".photomirror/catalog.sqlite" + end) {
      try archive.remove(".photomirror/catalog.sqlite" + end)
    }
    try archive.write(fresh, to: ".photomirror/catalog.sqlite")
    try await archive.add([TestArchive.photo(4)])
    let outcome = try await copy(archive)
    #expect(outcome.totals.setAside == 0 && outcome.totals.copied == 1)
    for (path, bytes) in before { #expect(files(place)[path] == bytes, "\(path)") }
  }
}
