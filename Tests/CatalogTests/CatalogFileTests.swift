import Foundation
import TestSupport
import Testing

@testable import Catalog

/// What becomes of a file that is not the catalog it should be.
@Suite struct CatalogFileTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.appending("catalog.sqlite")
  }

  private func refusal(_ open: () throws -> Catalog) throws -> CatalogError {
    try #require(throws: CatalogError.self) { _ = try open() }
  }

  @Test("a file that is no database is called damaged, by name, and is not touched")
  func noDatabase() throws {
    let bytes = Data(repeating: 0x41, count: 5000)
    try bytes.write(to: URL(fileURLWithPath: path))
    let error = try refusal { try Catalog(path: path) }
    #expect(error.kind == .damaged)
    #expect(error.message.contains(path))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
  }

  @Test("a catalog whose pages were overwritten is called damaged")
  func overwrittenPages() throws {
    do {
      let catalog = try Catalog(path: path)
      let source = try catalog.beginRun(ofSource: "a:b")
      let photos = (1...2000).map {
        NewPhoto(photo: "\($0)", stem: "o/\($0)", listing: String(repeating: "x", count: 300))
      }
      _ = try catalog.admit(photos, provider: "a", source: source)
    }
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    let size = try file.seekToEnd()
    try file.seek(toOffset: 4096)
    try file.write(contentsOf: Data(repeating: 0xAA, count: Int(size) - 8192))
    try file.close()
    let error = try #require(throws: CatalogError.self) {
      let catalog = try Catalog(path: path)
      let source = try catalog.beginRun(ofSource: "a:b")
      _ = try catalog.waiting(in: source, onlyDeferred: false, after: 0, limit: 5000)
      _ = try catalog.known((1...2000).map(String.init), provider: "a")
    }
    #expect(error.kind == .damaged)
  }

  @Test("a catalog of a newer version is refused with both versions named")
  func newerVersion() throws {
    do {
      let catalog = try Catalog(path: path)
      try catalog.database.execute("PRAGMA user_version = 99")
    }
    let error = try refusal { try Catalog(path: path) }
    #expect(error.kind == .otherVersion)
    #expect(error.message.contains("version 99"))
  }

  @Test("one that was only begun cannot be looked at before a sync has brought it up")
  func begun() throws {
    try Data().write(to: URL(fileURLWithPath: path))
    #expect(try refusal { try Catalog(readingFrom: path) }.kind == .outdated)
    _ = try Catalog(path: path)
    #expect(try Catalog(readingFrom: path).counts().isEmpty)
  }

  @Test("another program's database is refused and not changed")
  func otherProgram() throws {
    do {
      let database = try Database(path: path, isReadOnly: false)
      try database.execute("CREATE TABLE bookmarks (x)")
    }
    let error = try refusal { try Catalog(path: path) }
    #expect(error.kind == .foreign)
    let database = try Database(path: path, isReadOnly: true)
    let tables = try database.rows("SELECT name FROM sqlite_schema") { $0.text(0) }
    #expect(tables == ["bookmarks"])
  }

  @Test("a catalog can be read while it is being written to")
  func readingWhileWriting() throws {
    let writer = try Catalog(path: path)
    let source = try writer.beginRun(ofSource: "a:b")
    try writer.database.execute("BEGIN IMMEDIATE")
    let reader = try Catalog(readingFrom: path)
    #expect(try reader.source("a:b") == source)
    try writer.database.execute("COMMIT")
  }

  @Test("a catalog that nobody writes can be read without a file beside it, whatever its name")
  func immutable() throws {
    let odd = directory.appending("100 % é?mode=rw#x.sqlite")
    do { _ = try Catalog(path: odd).beginRun(ofSource: "a:b") }
    let database = try Database(path: odd, isReadOnly: true, isImmutable: true)
    #expect(try database.rows("SELECT address FROM source") { $0.text(0) } == ["a:b"])
    let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(files == ["100 % é?mode=rw#x.sqlite"])
  }

  @Test("a place that does not exist is a disk error that names it")
  func missingPlace() throws {
    let error = try refusal { try Catalog(path: directory.appending("no/such/file")) }
    #expect(error.kind == .disk)
    #expect(error.message.contains("no/such/file"))
  }
}
