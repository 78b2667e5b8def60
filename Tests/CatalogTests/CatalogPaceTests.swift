import TestSupport
import Testing

@testable import Catalog

@Suite("The pace in the catalog")
struct CatalogPaceTests {
  @Test("is remembered for each provider, and over the file's closing")
  func remembered() throws {
    let folder = try TemporaryDirectory()
    let path = folder.appending("catalog.sqlite")
    do {
      let catalog = try Catalog(path: path)
      #expect(try catalog.pace(ofProvider: "flickr") == nil)
      try catalog.notePace(PaceRecord(tokens: 5, time: 1), ofProvider: "flickr")
      try catalog.notePace(PaceRecord(tokens: -2.25, time: 1e9), ofProvider: "flickr")
      try catalog.notePace(PaceRecord(tokens: 1, time: 2), ofProvider: "other")
    }
    let catalog = try Catalog(path: path)
    #expect(try catalog.pace(ofProvider: "flickr") == PaceRecord(tokens: -2.25, time: 1e9))
    #expect(try catalog.pace(ofProvider: "other") == PaceRecord(tokens: 1, time: 2))
  }

  @Test("comes to a catalog that an older version wrote, with everything in it kept")
  func migrated() throws {
    let folder = try TemporaryDirectory()
    let path = folder.appending("catalog.sqlite")
    do {
      let database = try Database(path: path, isReadOnly: false)
      try database.execute(Schema.migrations[0])
      try database.execute("PRAGMA application_id = \(Schema.applicationID)")
      try database.execute("PRAGMA user_version = 1")
      try database.execute("INSERT INTO source (address, run) VALUES ('flickr:recent', 7)")
    }
    let catalog = try Catalog(path: path)
    #expect(try catalog.source("flickr:recent")?.run == 7)
    try catalog.notePace(PaceRecord(tokens: 1, time: 2), ofProvider: "flickr")
    #expect(try catalog.pace(ofProvider: "flickr") == PaceRecord(tokens: 1, time: 2))
  }
}
