import Foundation
import MirrorCore
import PostgreSQL
import TestSupport
import Testing

@testable import Catalog

/// A catalog that opens without an error, and whose content is made to consume time and memory.
@Suite("Catalog content prepared by another user")
struct PreparedTablesTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.appending("catalog.sqlite")
  }

  private func error(_ body: () throws -> Void) throws -> CatalogError {
    try #require(throws: CatalogError.self, performing: body)
  }

  @discardableResult
  private func fill(_ photos: Int, listing: String = "{}") throws -> [PhotoRecord] {
    let catalog = try Catalog(path: path)
    let source = try catalog.beginRun(ofSource: "a:b")
    let new = (1...photos).map { NewPhoto(photo: "\($0)", stem: "o/\($0)", listing: listing) }
    return try catalog.admit(new, provider: "a", source: source)
  }

  @Test(
    "A catalog whose tables differ from the schema by a word is refused",
    arguments: [
      "CREATE TRIGGER t AFTER UPDATE ON source BEGIN SELECT 1; END", "CREATE VIEW v AS SELECT 1",
      "ALTER TABLE photo ADD COLUMN x BLOB AS (zeroblob(1000000000))", "CREATE TABLE other (x)",
      "CREATE VIRTUAL TABLE other USING fts5 (x)", "CREATE INDEX other ON photo (abs(id))",
      "DROP INDEX photo_unfinished", "DROP TABLE pace",
      "DROP TABLE source; CREATE VIRTUAL TABLE source USING fts5 (id, address, run)",
    ])
  func schema(statements: String) throws {
    try Catalog(path: path).database.execute(statements)
    #expect(try error { _ = try Catalog(path: path) }.kind == .foreign)
    #expect(try error { _ = try Catalog(readingFrom: path) }.kind == .foreign)
  }

  @Test("Numbers near 2^63 do not overflow a sum, and are not converted to dates")
  func numbers() throws {
    try fill(3)
    let catalog = try Catalog(path: path)
    let most = Int64.max
    try catalog.database.run("UPDATE photo SET is_mirrored = ?", SQLValue(most))
    try catalog.database.run(
      """
      INSERT INTO file (photo, path, format, width, height, byte_count, sha256, has_thumbnail,
        is_unproven, stored_at)
      SELECT id, stem, '', ?1, -1, ?1, x'', 0, 0, ?1 FROM photo
      """, SQLValue(most))
    try catalog.database.run("UPDATE source SET run = ?1", SQLValue(most))
    try catalog.database.run(
      """
      INSERT INTO pass (source, number, outcome, ended_at, pages, listed, total, refused)
      SELECT id, ?1, 'complete', ?1, ?1, ?1, ?1, -1 FROM source
      """, SQLValue(most))
    let counts = try #require(try catalog.counts().first)
    #expect(counts.mirrored == 3 && counts.byteCount == 1 << 53)
    #expect(counts.source.finishedAt == 253_402_300_799)
    let photo = try #require(try catalog.mirroredAny())
    #expect(photo.width == Int(Int32.max) && photo.height == 0 && photo.byteCount == 1 << 50)
    #expect(photo.storedAt == 253_402_300_799)
    let pass = try #require(try catalog.passes(of: counts.source, limit: 1).first)
    #expect(pass.listed == 1 << 40 && pass.total == 1 << 40 && pass.refused == 0)
    #expect(
      try error { _ = try catalog.beginPass(of: counts.source, isLimited: true, at: 0) }.kind
        == .damaged)
    #expect(try error { _ = try catalog.beginRun(ofSource: "a:b") }.kind == .damaged)
  }

  @Test("A row number at the maximum leaves names for further photos")
  func lastRow() throws {
    try fill(1)
    let catalog = try Catalog(path: path)
    try catalog.database.run("UPDATE photo SET id = ?", SQLValue(Int64.max))
    let source = try catalog.beginRun(ofSource: "a:b")
    let taken = ["1", "1_a", "1_a_\(Int64.max)", "1_a_\(Int64.min)"].enumerated().map {
      NewPhoto(photo: "taken \($0)", stem: "p/\($1)", listing: "{}")
    }
    _ = try catalog.admit(taken, provider: "a", source: source)
    let new = NewPhoto(photo: "new", stem: "p/1", listing: "{}")
    let record = try #require(try catalog.admit([new], provider: "a", source: source).first)
    #expect(record.stem == "p/1_a_\(Int64.min + 1)")
  }

  @Test("Listings of many megabytes are read in batches, and completely")
  func largeListings() throws {
    let rows = try fill(12, listing: String(repeating: "x", count: 7_000_000))
    let catalog = try Catalog(path: path)
    let source = try catalog.beginRun(ofSource: "a:b")
    var read: [Int64] = []
    while true {
      let part = try catalog.waiting(
        in: source, onlyDeferred: false, after: read.last ?? 0, limit: 500, now: 0)
      if part.isEmpty { break }
      #expect(part.reduce(0) { $0 + ($1.listing?.json.utf8.count ?? 0) } < 80_000_000)
      read += part.map(\.id)
    }
    #expect(read == rows.map(\.id))
  }

  @Test("An answer larger than any catalog needs is reported as damage")
  func largeAnswer() throws {
    let catalog = try Catalog(path: path)
    for number in 1...12 {
      try catalog.database.run(
        "INSERT INTO source (address) VALUES (printf('%d%*s', ?, 7000000, ''))", SQLValue(number))
    }
    #expect(try error { _ = try catalog.sources() }.kind == .damaged)
  }

  @Test("A statement over pages that refer to each other is ended")
  func endlessTree() throws {
    try fill(200)
    let root = try SQLiteDatabase(path: path, isReadOnly: true)
      .rows("SELECT rootpage FROM sqlite_schema WHERE name = 'photo'") { $0.integer(0) }
    try tangle(rootPage: Int(try #require(root.first)), levels: 8)
    let catalog = try Catalog(path: path)
    #expect(try error { _ = try catalog.counts() }.kind == .damaged)
    #expect(try error { _ = try Catalog(readingFrom: path).counts() }.kind == .damaged)
  }

  /// Makes a table's root the first of a few interior pages, each of which names the next one a hundred
  /// times; the last names a leaf (https://sqlite.org/fileformat.html, section 1.6).
  private func tangle(rootPage: Int, levels: Int) throws {
    let size = 4096
    var file = try Data(contentsOf: URL(filePath: path))
    let first = file.count / size + 1
    // The old root becomes the leaf, or a page that leads to leaves.
    let old = file[(rootPage - 1) * size..<rootPage * size]
    file.replaceSubrange(
      (rootPage - 1) * size..<rootPage * size, with: interior(leadingTo: first, size: size))
    for level in 1..<levels { file += interior(leadingTo: first + level, size: size) }
    file += old
    file.replaceSubrange(28..<32, with: bigEndian(file.count / size))
    try file.write(to: URL(filePath: path))
  }

  private func interior(leadingTo child: Int, size: Int) -> [UInt8] {
    let cells = 100
    let start = size - cells * 5
    let head: [UInt8] = [0x05, 0, 0, 0, UInt8(cells), UInt8(start >> 8), UInt8(start & 0xFF), 0]
    var (pointers, content): ([UInt8], [UInt8]) = ([], [])
    for cell in 0..<cells {
      let place = start + cell * 5
      pointers += [UInt8(place >> 8), UInt8(place & 0xFF)]
      content += bigEndian(child) + [UInt8(cell)]
    }
    let free = [UInt8](repeating: 0, count: start - head.count - 4 - pointers.count)
    return head + bigEndian(child) + pointers + free + content
  }

  private func bigEndian(_ number: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt32(number).bigEndian) { Array($0) }
  }
}

extension Catalog {
  /// A row that is marked as mirrored, in any representation.
  fileprivate func mirroredAny() throws -> MirroredPhoto? {
    try database.run("UPDATE photo SET is_mirrored = 1")
    return try mirrored(after: 0, limit: 1).first
  }
}
