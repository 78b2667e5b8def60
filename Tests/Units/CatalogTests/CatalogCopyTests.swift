import PostgreSQL
import TestSupport
import Testing

@testable import Catalog

@Suite("The copy of a catalog")
struct CatalogCopyTests {
  private let folder = try! TemporaryDirectory()

  private func place(_ name: String) -> CatalogLocation { .file(folder.appending(name)) }

  /// A catalog with random rows in every table.
  private func original(rows: Int, seed: UInt64) throws -> Catalog {
    let catalog = try Catalog(at: place("original.sqlite"))
    var dice = SeededGenerator(seed: seed)
    for table in try CopiedTable.all() {
      try table.insert(table.random(rows, using: &dice), into: catalog)
    }
    try catalog.database.execute(
      "UPDATE metadata SET place = NULL, latitude = NULL, license = NULL WHERE photo % 3 = 0")
    return catalog
  }

  private func expectEqual(_ copy: Catalog, _ original: Catalog) throws {
    for table in try CopiedTable.all() {
      let rows = try table.rows(of: original, after: nil, limit: 10_000)
      #expect(try !rows.isEmpty && table.rows(of: copy, after: nil, limit: 10_000) == rows)
    }
  }

  @Test("A copy has every row of every table, and no mark")
  func equal() throws {
    let original = try original(rows: 1500, seed: 1)
    let copy = try CatalogCopy(original, to: Catalog(copying: place("copy.sqlite")), origin: "a")
    var phases: [CatalogCopy.Phase] = []
    let count = try copy.run { progress in
      if phases.last != progress.phase { phases.append(progress.phase) }
      #expect(progress.rows <= progress.total)
    }
    #expect(try count == 1500 * CopiedTable.all().count && phases == [.copying, .comparing])
    try expectEqual(Catalog(at: place("copy.sqlite")), original)
  }

  private struct Stop: Error {}

  @Test("A copy that stops at any batch is refused until it is resumed", arguments: [1, 4, 9])
  func resumed(batches: Int) throws {
    let original = try original(rows: 1010, seed: UInt64(batches))
    let copy = place("copy.sqlite")
    var count = 0
    #expect(throws: Stop.self) {
      try CatalogCopy(original, to: Catalog(copying: copy), origin: "a").run { _ in
        count += 1
        if count == batches * 4 { throw Stop() }
      }
    }
    let writing = #expect(throws: CatalogError.self) { _ = try Catalog(at: copy) }
    let reading = #expect(throws: CatalogError.self) { _ = try Catalog(reading: copy) }
    #expect(writing?.kind == .unfinished && reading?.kind == .unfinished)
    // What changed meanwhile is copied as well.
    try original.database.execute(
      "UPDATE photo SET stem = 'new'; DELETE FROM term WHERE id % 2 = 0")
    _ = try CatalogCopy(original, to: Catalog(copying: copy), origin: "a").run { _ in }
    try expectEqual(Catalog(at: copy), original)
  }

  @Test("A catalog with rows, or with the unfinished copy of another one, is not overwritten")
  func occupied() throws {
    let original = try original(rows: 10, seed: 3)
    let (full, begun) = (place("full.sqlite"), place("begun.sqlite"))
    try Catalog(at: full).noteSetting("a", "b")
    _ = try CatalogCopy(original, to: Catalog(copying: begun), origin: "another")
    for (place, kind) in [(full, CatalogError.Kind.occupied), (begun, .unfinished)] {
      let error = #expect(throws: CatalogError.self) {
        _ = try CatalogCopy(original, to: Catalog(copying: place), origin: "a")
      }
      #expect(error?.kind == kind)
    }
  }
}

extension CopiedTable {
  /// Rows with keys in ascending order.
  func random(_ count: Int, using dice: inout SeededGenerator) -> [Row] {
    (1...count).map { number in
      columns.indices.map { column in
        let isKey = key.contains(column)
        switch columns[column].kind {
        case .integer:
          return .integer(isKey ? Int64(number) : .random(in: Int64.min...Int64.max, using: &dice))
        case .real: return .real(.random(in: -180...180, using: &dice))
        case .text: return .text("'ä\u{0}\n😀\(number) \(UInt8.random(in: 0...255, using: &dice))")
        case .blob: return .blob((0..<32).map { _ in .random(in: 0...255, using: &dice) })
        }
      }
    }
  }
}
