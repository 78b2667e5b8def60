import Catalog
import Foundation
import LocalFiles
import MirrorCore
import TestSupport
import Testing

@testable import Mirroring

@Suite("A mirror that is opened")
struct OpenMirrorTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// A mirror with a source of this name.
  private func mirror(_ name: String) throws -> Mirror {
    let directory = MirrorDirectory(folder.appending(name))
    _ = try directory.prepare()
    _ = try Catalog(path: directory.catalog).beginRun(ofSource: "a:\(name)")
    return Mirror(directory.path)
  }

  private struct Own: Error {}

  @Test("A program uses two mirrors with two catalogs at once")
  func two() async throws {
    let (first, second) = (try mirror("one"), try mirror("two"))
    let names = try await first.open(.changing) { one in
      try await second.open(.changing) { two in
        [
          try await one.perform { try $0.sources().map(\.address) },
          try await two.perform { try $0.sources().map(\.address) },
        ]
      }
    }
    #expect(names == [["a:one"], ["a:two"]])
  }

  @Test("A directory that is no mirror is refused, and does not become one")
  func missing() async throws {
    for access in [Access.reading, .changing] {
      let error = await #expect(throws: MirrorError.self) {
        try await Mirror(folder.appending("none")).open(access) { _ in }
      }
      #expect(error?.message.hasPrefix("there is no mirror in ") == true)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.appending("none")))
  }

  @Test("A mirror with snapshots and without a catalog fails to open, with the hint to recover it")
  func lostCatalog() async throws {
    let folder = folder.appending("lost/.photomirror/snapshots")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(
      FileManager.default.createFile(
        atPath: folder + "/catalog-20240101T000000Z.sqlite.zst", contents: nil))
    let mirror = Mirror(self.folder.appending("lost"))
    await #expect(
      throws: MirrorError.directory(
        "the catalog of the mirror in \(mirror.path) is missing", .damagedCatalog)
    ) {
      try await mirror.open(.reading) { _ in }
    }
  }

  @Test("A task that needs no mirror is told whether there is one, and makes none")
  func ifExists() async throws {
    let (there, missing) = (try mirror("one"), Mirror(folder.appending("none")))
    let sources = try await there.openIfExists { open in
      try await open?.perform { try $0.sources().count }
    }
    #expect(sources == 1)
    let isMissing = try await missing.openIfExists { $0 == nil }
    #expect(isMissing && !FileManager.default.fileExists(atPath: missing.path))
  }

  @Test("A mirror is changed by one task at a time, and read meanwhile")
  func exclusive() async throws {
    let mirror = try mirror("one")
    try await mirror.open(.changing) { _ in
      let error = await #expect(throws: MirrorError.self) {
        try await mirror.open(.changing) { _ in }
      }
      #expect(error?.message.contains("is writing to") == true)
      try await mirror.open(.reading) { open in
        let sources = try await open.perform { try $0.counts().count }
        #expect(sources == 1)
      }
    }
  }

  @Test("A mirror is closed after an error, which is passed on; a catalog's becomes the mirror's")
  func failed() async throws {
    let mirror = try mirror("one")
    await #expect(throws: Own.self) { try await mirror.open(.changing) { _ in throw Own() } }
    let error = await #expect(throws: MirrorError.self) {
      try await mirror.open(.changing) { open in
        try await open.perform { _ in throw CatalogError(.disk, "no space") }
      }
    }
    #expect(error?.message == "no space")
    try await mirror.open(.changing) { _ in }
  }

  @Test("Opening a mirror for changes completes the renames that a killed process began")
  func renames() async throws {
    let mirror = try mirror("one")
    do {
      let catalog = try Catalog(path: mirror.directory.catalog)
      let source = try catalog.beginRun(ofSource: "a:one")
      let photo = NewPhoto(photo: "1", stem: "o/1", listing: "{}")
      let id = try #require(try catalog.admit([photo], provider: "a", source: source).first).id
      try catalog.beginRenames([
        PhotoRename(id: id, oldStem: "o/1", newStem: "n/1", path: nil, isMirrored: false)
      ])
    }
    let (begun, stem) = try await mirror.open(.changing) { open in
      try await open.perform {
        (try $0.begunRenames(limit: 9).count, try $0.record("1", site: "a")?.stem)
      }
    }
    #expect(begun == 0 && stem == "n/1")
  }

  @Test("A mirror with a catalog of its own is refused with another one")
  func otherCatalog() async throws {
    var mirror = try mirror("one")
    mirror.catalog = try CatalogServer("postgresql://localhost/photos")
    let wanted = mirror
    let error = await #expect(throws: MirrorError.self) { try await wanted.open(.reading) { _ in } }
    #expect(error?.message.contains("has a catalog of its own") == true)
  }
}
