import Foundation
import MirrorCore
import PostgreSQL
import TestSupport
import Testing

@testable import Catalog

@Suite("Migration of a catalog of an earlier version")
struct MigrationTests {
  /// The first version whose listings are in a table of their own.
  private static let ownListings = 5
  /// The first version whose photos belong to a site.
  private static let sites = 10
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.appending("catalog.sqlite")
  }

  /// The last version whose photos are one table.
  private static let oneTable = 12

  /// A catalog as a program of that version wrote it: photos are mirrored, and every tenth waits. A
  /// catalog of a later version is migrated from an earlier one.
  private func make(version: Int, photos: Int = 10) throws {
    try makeTables(version: min(version, Self.oneTable), photos: photos)
    let database = try SQLiteDatabase(path: path, isReadOnly: false)
    for migration in Schema.migrations[..<version].dropFirst(Self.oneTable) {
      try database.execute(migration)
    }
    try database.execute("PRAGMA user_version = \(version)")
  }

  private func makeTables(version: Int, photos: Int) throws {
    let database = try SQLiteDatabase(path: path, isReadOnly: false)
    try database.execute("PRAGMA journal_mode = WAL")
    for migration in Schema.migrations[..<version] { try database.execute(migration) }
    try database.execute("PRAGMA application_id = \(Schema.applicationID)")
    try database.execute("INSERT INTO source (address, run) VALUES ('flickr:recent', 7)")
    let column = version < Self.ownListings ? ", listing" : ""
    let key = version < Self.sites ? "provider, photo" : "site, key"
    try database.transaction { () throws(CatalogError) in
      for number in 1...photos {
        try database.run(
          """
          INSERT INTO photo (\(key), source, stem, stem_key, run)
          VALUES ('flickr', ?1, 1, ?1, ?1, 7)
          """, .text("\(number)"))
        if !column.isEmpty {
          try database.run(
            "UPDATE photo SET listing = ? WHERE id = ?", .text(listing), SQLValue(number))
        }
        guard column.isEmpty, number % 10 == 0 else { continue }
        try database.run(
          "INSERT INTO listing VALUES (?, ?)", SQLValue(number), .text(listing))
      }
    }
    let rest = column.isEmpty ? "" : ", listing = NULL"
    try database.execute(
      "UPDATE photo SET is_mirrored = 1, path = stem || '.jpg'\(rest) WHERE id % 10 > 0")
  }

  private var listing: String { String(repeating: "{\"id\":1}", count: 300) }

  private func expectMigrated(_ path: String, photos: Int = 10) throws {
    let catalog = try Catalog(path: path)
    #expect(try catalog.source("flickr:recent")?.run == 7)
    let source = try catalog.beginRun(ofSource: "flickr:recent")
    let left = try catalog.waiting(in: source, onlyDeferred: false, after: 0, limit: photos, now: 0)
    #expect(left.map(\.listing?.json) == Array(repeating: listing, count: photos / 10))
    #expect(try catalog.counts().first?.mirrored == photos - photos / 10)
    let check = try catalog.database.rows("PRAGMA integrity_check") { $0.text(0) }
    #expect(check == ["ok"])
  }

  @Test(
    "A catalog of every earlier version is migrated without loss",
    arguments: 1...Schema.migrations.count)
  func everyVersion(version: Int) throws {
    try make(version: version)
    if version < Schema.migrations.count {
      let error = try #require(throws: CatalogError.self) { try Catalog(readingFrom: path) }
      #expect(error.kind == .outdated)
    }
    try expectMigrated(path)
    _ = try Catalog(readingFrom: path)
  }

  @Test("A migration frees the space that listings occupied in the catalog's pages")
  func compaction() throws {
    try make(version: Self.ownListings - 1, photos: 2000)
    let before = try #require(FileManager.default.contents(atPath: path)).count
    try expectMigrated(path, photos: 2000)
    let after = try #require(FileManager.default.contents(atPath: path)).count
    #expect(after * 2 < before, "\(before) bytes became \(after)")
  }

  @Test(
    "A catalog is complete after a kill in the middle of a migration",
    arguments: 1..<Schema.migrations.count)
  func killed(version: Int) throws {
    try make(version: version, photos: 2000)
    let copy = path + ".copy"
    let migration = Schema.migrations[version]
    do {
      let database = try SQLiteDatabase(path: path, isReadOnly: false)
      try database.execute("PRAGMA cache_size = 1")
      if migration != Schema.compaction { try database.execute("BEGIN IMMEDIATE") }
      try database.execute(migration)
      // A kill leaves pages of a transaction without its commit, or the commit without the version.
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
      }
    }
    try expectMigrated(copy, photos: 2000)
  }
}
