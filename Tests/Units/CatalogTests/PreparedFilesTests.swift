import Foundation
import MirrorCore
import TestSupport
import Testing

@testable import Catalog

/// A directory prepared by another user so that SQLite writes to other files of this user.
@Suite("Catalog files prepared by another user")
struct PreparedFilesTests {
  private let directory: TemporaryDirectory
  private let path: String
  private let letter: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.appending("catalog.sqlite")
    letter = directory.appending("letter")
    try Data("dear".utf8).write(to: URL(filePath: letter))
  }

  private func error(_ body: () throws -> Void) throws -> CatalogError {
    try #require(throws: CatalogError.self, performing: body)
  }

  private func expectRefusal(
    _ kind: CatalogError.Kind, naming name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for open in [{ _ = try Catalog(path: path) }, { _ = try Catalog(readingFrom: path) }] {
      let error = try error(open)
      #expect(error.kind == kind && error.message.contains(name), sourceLocation: sourceLocation)
    }
  }

  private func contents(_ path: String) -> Data? { FileManager.default.contents(atPath: path) }

  @Test(
    "A hard link in place of any catalog file is refused, and the linked file is unchanged",
    arguments: ["", "-journal", "-wal", "-shm"])
  func hardLink(suffix: String) throws {
    if !suffix.isEmpty { _ = try Catalog(path: path) }
    try #require(link(letter, path + suffix) == 0)
    try expectRefusal(.linked, naming: path + suffix)
    #expect(contents(letter) == Data("dear".utf8))
  }

  @Test("A hot journal beside a hard link is not rolled back into the linked file")
  func hardLinkWithJournal() throws {
    try #require(link(letter, path) == 0)
    let journal = try hotJournal(rewriting: 4096)
    try journal.write(to: URL(filePath: path + "-journal"))
    try expectRefusal(.linked, naming: path)
    #expect(contents(letter) == Data("dear".utf8))
    #expect(contents(path + "-journal") == journal)
  }

  @Test("A text file under a catalog's name is reported as damage, even beside a hot journal")
  func textWithJournal() throws {
    try FileManager.default.moveItem(atPath: letter, toPath: path)
    try hotJournal(rewriting: 4096).write(to: URL(filePath: path + "-journal"))
    try expectRefusal(.damaged, naming: path)
    #expect(contents(path) == Data("dear".utf8))
  }

  @Test(
    "A rollback journal beside a catalog with a write-ahead log is refused, and nothing changes")
  func journalBesideLog() throws {
    do { _ = try Catalog(path: path).beginRun(ofSource: "a:b") }
    let before = try #require(contents(path))
    try hotJournal(rewriting: before.count).write(to: URL(filePath: path + "-journal"))
    try expectRefusal(.foreign, naming: path + "-journal")
    #expect(contents(path) == before)
  }

  /// A journal that fills the first page of a file of the given number of bytes with zeros
  /// (https://sqlite.org/fileformat.html, section 3).
  private func hotJournal(rewriting size: Int) throws -> Data {
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    let fields: [UInt32] = [1, 0, UInt32(size / 4096), 512, 4096]
    let head = magic + fields.flatMap(bigEndian)
    let page = [UInt8](repeating: 0, count: 4096)
    // The checksum of zeros is the nonce, which is 0.
    return Data(
      head + Array(repeating: 0, count: 512 - head.count) + bigEndian(1) + page + bigEndian(0))
  }

  private func bigEndian(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  @Test("An interrupted catalog without a write-ahead log is rolled back by its own journal")
  func ownJournal() throws {
    do {
      let catalog = try Catalog(path: path)
      _ = try catalog.beginRun(ofSource: "a:b")
      let database = catalog.database
      try database.execute("PRAGMA journal_mode = DELETE")
      try database.execute("BEGIN IMMEDIATE; UPDATE source SET address = 'half'")
      try database.execute("PRAGMA cache_size = 1; CREATE TABLE filler (x)")
      for _ in 0..<100 { try database.run("INSERT INTO filler VALUES (zeroblob(4000))") }
      for suffix in ["", "-journal"] {
        try FileManager.default.copyItem(atPath: path + suffix, toPath: path + ".copy" + suffix)
      }
    }
    #expect(try Catalog(path: path + ".copy").sources().map(\.address) == ["a:b"])
    #expect(!FileManager.default.fileExists(atPath: path + ".copy-journal"))
  }

  @Test("The log of a catalog that was moved away is not used for the new catalog")
  func staleLog() throws {
    do {
      let catalog = try Catalog(path: path)
      _ = try catalog.beginRun(ofSource: "a:b")
      try FileManager.default.copyItem(atPath: path + "-wal", toPath: letter + "-wal")
    }
    unlink(path)
    try FileManager.default.copyItem(atPath: letter + "-wal", toPath: path + "-wal")
    #expect(try Catalog(path: path).sources().isEmpty)
  }

  @Test("A new catalog appears complete, and a file under its temporary name is not written to")
  func draft() throws {
    for make in [link, symlink] {
      unlink(path)
      try #require(make(letter, path + ".new") == 0)
      do { _ = try Catalog(path: path).beginRun(ofSource: "a:b") }
      #expect(contents(letter) == Data("dear".utf8))
      let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      #expect(Set(names) == ["catalog.sqlite", "letter"])
    }
  }
}
