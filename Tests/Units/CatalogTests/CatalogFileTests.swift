import Foundation
import MirrorCore
import TestSupport
import Testing

@testable import Catalog

/// Opening of files that are not valid catalogs.
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

  @Test("A catalog file that is not a database is reported as damaged, by name, and not changed")
  func noDatabase() throws {
    let bytes = Data(repeating: 0x41, count: 5000)
    try bytes.write(to: URL(fileURLWithPath: path))
    let error = try refusal { try Catalog(path: path) }
    #expect(error.kind == .damaged)
    #expect(error.message.contains(path))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
  }

  @Test("A catalog whose pages were overwritten is reported as damaged")
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
      _ = try catalog.waiting(in: source, onlyDeferred: false, after: 0, limit: 5000, now: 0)
      _ = try catalog.known((1...2000).map(String.init), site: "a")
    }
    #expect(error.kind == .damaged)
  }

  @Test("A catalog of a newer version is refused, and the error names both versions")
  func newerVersion() throws {
    do {
      let catalog = try Catalog(path: path)
      try catalog.database.execute("PRAGMA user_version = 99")
    }
    let error = try refusal { try Catalog(path: path) }
    #expect(error.kind == .otherVersion)
    #expect(error.message.contains("version 99"))
  }

  @Test("A catalog file that is still empty is refused for reading until a sync has set it up")
  func begun() throws {
    try Data().write(to: URL(fileURLWithPath: path))
    #expect(try refusal { try Catalog(readingFrom: path) }.kind == .outdated)
    _ = try Catalog(path: path)
    #expect(try Catalog(readingFrom: path).counts().isEmpty)
  }

  @Test("Another program's database is refused and not changed")
  func otherProgram() throws {
    do {
      let database = try SQLiteDatabase(path: path, isReadOnly: false)
      try database.execute("CREATE TABLE bookmarks (x)")
    }
    let error = try refusal { try Catalog(path: path) }
    #expect(error.kind == .foreign)
    let database = try SQLiteDatabase(path: path, isReadOnly: true)
    let tables = try database.rows("SELECT name FROM sqlite_schema") { $0.text(0) }
    #expect(tables == ["bookmarks"])
  }

  @Test(
    "A file name that leads out of the mirror is reported as damage, in whichever column it is",
    arguments: ["../x", "a/../../x", "/etc/x", ".photomirror/x", "a//x", "a/.", ""])
  func nameOutside(_ name: String) throws {
    let catalog = try Catalog(path: path)
    let source = try catalog.beginRun(ofSource: "a:b")
    let photo = NewPhoto(photo: "1", stem: "o/1", listing: "{}")
    let id = try #require(try catalog.admit([photo], provider: "a", source: source).first).id
    try catalog.database.run("UPDATE photo SET stem = ?", .text(name))
    let looks = [
      { _ = try catalog.known(["1"], site: "a") },
      { _ = try catalog.admit([photo], provider: "a", source: source) },
    ]
    for look in looks { #expect(try error(look).kind == .damaged) }
    try catalog.database.run("UPDATE photo SET stem = 'o/1'")
    try catalog.record([
      MirroredPhoto(
        id: id, path: name, format: "jpeg", width: 1, height: 1, byteCount: 1, sha256: "",
        label: "", storedAt: 3)
    ])
    #expect(try error { _ = try catalog.mirrored(after: 0, limit: 10) }.kind == .damaged)
    #expect(try error { _ = try catalog.known(["1"], site: "a") }.message.contains(path))
  }

  private func error(_ body: () throws -> Void) throws -> CatalogError {
    try #require(throws: CatalogError.self, performing: body)
  }

  @Test("A row larger than any listing is reported as damage, and not read")
  func hugeRow() throws {
    let catalog = try Catalog(path: path)
    let look = { (bytes: Int) in
      _ = try catalog.database.rows("SELECT zeroblob(\(bytes))") { _ in true }
    }
    try look(8_000_000)
    #expect(try error { try look(9_000_000) }.kind == .damaged)
  }

  @Test(
    "A catalog that is not a regular file is not opened, and opening does not wait for it",
    arguments: ["", "-journal", "-wal"])
  func pipe(suffix: String) throws {
    if !suffix.isEmpty { _ = try Catalog(path: path) }
    try #require(mkfifo(path + suffix, 0o600) == 0)
    #expect(try refusal { try Catalog(path: path) }.kind == .foreign)
    #expect(try refusal { try Catalog(readingFrom: path) }.kind == .foreign)
  }

  @Test("A journal that names a file to be removed is refused, and the file is kept")
  func superJournal() throws {
    try Catalog(path: path).database.execute("PRAGMA journal_mode = DELETE")
    let other = directory.appending("letter")
    try Data("dear".utf8).write(to: URL(fileURLWithPath: other))
    let size = try #require(FileManager.default.contents(atPath: path)).count
    // https://sqlite.org/fileformat.html, section 3.1, and the trailer readSuperJournal() expects.
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    let name = Array(other.utf8)
    let head = magic + [0, 1, UInt32(size / 4096), 512, 4096].flatMap(bigEndian)
    let sum = name.reduce(0) { $0 + UInt32($1) }
    let journal =
      head + Array(repeating: 0, count: 512 - head.count) + bigEndian(0x4000_0000 / 4096 + 1) + name
      + bigEndian(UInt32(name.count)) + bigEndian(sum) + magic
    try Data(journal).write(to: URL(fileURLWithPath: path + "-journal"))
    #expect(try refusal { try Catalog(path: path) }.kind == .foreign)
    #expect(try refusal { try Catalog(readingFrom: path) }.kind == .foreign)
    #expect(FileManager.default.contents(atPath: other) == Data("dear".utf8))
  }

  private func bigEndian(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  @Test("A catalog can be read while another process writes to it")
  func readingWhileWriting() throws {
    let writer = try Catalog(path: path)
    let source = try writer.beginRun(ofSource: "a:b")
    try writer.database.execute("BEGIN IMMEDIATE")
    let reader = try Catalog(readingFrom: path)
    #expect(try reader.source("a:b") == source)
    try writer.database.execute("COMMIT")
  }

  @Test("A catalog without a writer is read without creating a file beside it, whatever its name")
  func immutable() throws {
    let odd = directory.appending("100 % é?mode=rw#x.sqlite")
    do { _ = try Catalog(path: odd).beginRun(ofSource: "a:b") }
    let database = try SQLiteDatabase(path: odd, isReadOnly: true, isImmutable: true)
    #expect(try database.rows("SELECT address FROM source") { $0.text(0) } == ["a:b"])
    let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(files == ["100 % é?mode=rw#x.sqlite"])
  }

  @Test("A catalog path that does not exist is a disk error that names the path")
  func missingPlace() throws {
    let error = try refusal { try Catalog(path: directory.appending("no/such/file")) }
    #expect(error.kind == .disk)
    #expect(error.message.contains("no/such/file"))
  }
}
