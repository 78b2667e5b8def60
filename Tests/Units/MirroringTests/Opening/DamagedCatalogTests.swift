import Foundation
import LocalFiles
import MirrorCore
import Testing

@testable import Mirroring

@Suite("A mirror whose catalog is damaged")
struct DamagedCatalogTests {
  private typealias Call = @Sendable (Mirror) async throws -> Void

  private static let calls: [(name: String, call: Call)] = [
    ("status", { _ = try MirrorStatus(of: $0) }), ("report", { _ = try MirrorReport(of: $0) }),
    ("export", { _ = try await MirrorExport(of: $0).read { _ in } }),
    ("verify", { try await Verification(of: $0).run { _ in } }),
    ("gallery", { _ = try await MirrorGallery(of: $0).write() }),
    ("rename", { _ = try await Renaming(in: $0, template: nil).run { _ in } }),
    ("forget", { _ = try await MirrorTrash(of: $0).forget(["x"]) }),
    ("thumbnails", { _ = try await ThumbnailRebuild(in: $0, .init()).run { _ in } }),
    ("trash", { _ = try await MirrorTrash(of: $0).list { _ in } }),
    ("copy", { _ = try await MirrorCopy(of: $0, to: Mirror($0.path + "-copy")).run { _ in } }),
    (
      "repair",
      { _ = try await Repair(of: $0, Verification.Options()).prepare(isDryRun: false) { _ in } }
    ),
    ("run", { _ = try await MirrorRun(try TestSite().configuration(for: $0)).run() }),
  ]

  private static let damages: [(name: String, damage: @Sendable (Data) -> Data)] = [
    (
      "a text", { _ in Data("not a catalog, but long enough to be read as one, or nearly so".utf8) }
    ),
    ("empty", { _ in Data() }), ("cut in its first bytes", { $0.prefix(50) }),
    ("cut", { $0.prefix(5000) }), ("without its last page", { $0.dropLast(4096) }),
    ("overwritten", { $0.prefix(4096) + Data(repeating: 0x7F, count: $0.count - 4096) }),
  ]

  @Test(
    "Every task ends with an error that names it, and changes no file", arguments: damages.indices)
  func damaged(index: Int) async throws {
    let archive = try await TestArchive(photos: 2)
    let bytes = try #require(archive.bytes(".photomirror/catalog.sqlite"))
    let damaged = Self.damages[index].damage(bytes)
    try archive.write(damaged, to: ".photomirror/catalog.sqlite")
    let before = archive.files
    for (name, call) in Self.calls {
      let error = await #expect(throws: MirrorError.self, "\(name)") {
        try await call(archive.mirror)
      }
      #expect(error?.message.contains(archive.directory.catalog) == true, "\(name)")
      #expect(archive.files == before, "\(name)")
    }
    #expect(archive.bytes(".photomirror/catalog.sqlite") == damaged)
  }

  @Test(
    "Of a file in a directory's place, each task says that it is no mirror",
    arguments: calls.indices)
  func file(index: Int) async throws {
    let archive = try await TestArchive(photos: 0)
    let path = archive.directory.path
    try Data("mine".utf8).write(to: URL(filePath: path))
    let (name, call) = Self.calls[index]
    let error = await #expect(throws: MirrorError.self, "\(name)") {
      try await call(archive.mirror)
    }
    #expect(error?.message.contains(path) == true, "\(name)")
    #expect(FileManager.default.contents(atPath: path) == Data("mine".utf8))
  }

  @Test(
    "Where there is no mirror, each task but a run says so, and makes none",
    arguments: calls.indices.dropLast())
  func missing(index: Int) async throws {
    let archive = try await TestArchive(photos: 0)
    let (name, call) = Self.calls[index]
    let error = await #expect(throws: MirrorError.self, "\(name)") {
      try await call(archive.mirror)
    }
    let path = archive.directory.path
    #expect(error == .directory("there is no mirror in \(path)", .notAMirror(path)), "\(name)")
    #expect(!FileManager.default.fileExists(atPath: path), "\(name)")
  }
}
