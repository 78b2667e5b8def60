import Foundation
import MirrorCore
import TestSupport
import Testing

@testable import Catalog

@Suite("Migration of a catalog of an earlier version")
struct MigrationTests {
  /// The current migrations and those of a later version, which adds a column and fills it.
  private let later =
    Schema.migrations(.sqlite) + [
      "ALTER TABLE photo ADD COLUMN added TEXT; UPDATE photo SET added = 'new ' || key;"
    ]
  private let directory: TemporaryDirectory
  private let path: String

  /// A catalog of the current version with photos.
  init() throws {
    directory = try TemporaryDirectory()
    path = directory.appending("catalog.sqlite")
    let catalog = try Catalog(path: path)
    let source = try catalog.beginRun(ofSource: "a:b")
    let photos = (1...2000).map { NewPhoto(photo: "\($0)", stem: "o/\($0)", listing: "{}") }
    _ = try catalog.admit(photos, provider: "a", source: source)
  }

  private func expectMigrated(_ path: String) throws {
    let database = try SQLiteDatabase(path: path, isReadOnly: false)
    try Schema.prepare(database, by: later)
    try Schema.checkIsCurrent(database, by: later)
    let rows = try database.rows(
      "SELECT count(*) FROM photo WHERE added = 'new ' || key"
    ) { $0.integer(0) }
    #expect(rows == [2000])
    let check = try database.rows("PRAGMA integrity_check") { $0.text(0) }
    #expect(check == ["ok"])
  }

  @Test("A later version migrates a catalog without loss, once")
  func migrated() throws {
    for _ in 1...2 { try expectMigrated(path) }
  }

  @Test("A catalog of an earlier version is refused for reading until a run has migrated it")
  func outdated() throws {
    let database = try SQLiteDatabase(path: path, isReadOnly: true)
    let error = #expect(throws: CatalogError.self) {
      try Schema.checkIsCurrent(database, by: later)
    }
    #expect(error?.kind == .outdated)
  }

  @Test("A catalog of a later version is refused")
  func newer() throws {
    try expectMigrated(path)
    let error = #expect(throws: CatalogError.self) { try Catalog(path: path) }
    #expect(error?.kind == .otherVersion)
  }

  @Test("A catalog is complete after a kill in the middle of a migration")
  func killed() throws {
    let copy = path + ".copy"
    do {
      let database = try SQLiteDatabase(path: path, isReadOnly: false)
      // Pages are written before the commit.
      try database.execute("PRAGMA cache_size = 1")
      try database.execute("BEGIN IMMEDIATE")
      try database.execute(later[later.count - 1])
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
      }
    }
    try expectMigrated(copy)
  }
}
