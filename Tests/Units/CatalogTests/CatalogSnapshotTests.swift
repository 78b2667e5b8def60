import Foundation
import TestSupport
import Testing

@testable import Catalog

@Suite("The snapshot of a catalog")
struct CatalogSnapshotTests {
  @Test("A snapshot has what was committed, while another process is writing")
  func consistent() throws {
    let folder = try TemporaryDirectory()
    let path = folder.appending("catalog.sqlite")
    let writer = try Catalog(path: path)
    try writer.noteSetting("names", "before")
    let copy = folder.appending("copy.sqlite")
    try writer.database.execute("BEGIN IMMEDIATE")
    try writer.noteSetting("names", "after")
    try Catalog(readingFrom: path).writeCopy(to: copy)
    try writer.database.execute("COMMIT")
    #expect(try Catalog(readingFrom: copy).setting("names") == "before")
    #expect(try writer.setting("names") == "after")
    let own = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!own.contains("copy.sqlite-journal"))
  }

  @Test("A damaged catalog gives no snapshot")
  func damaged() throws {
    let folder = try TemporaryDirectory()
    let path = folder.appending("catalog.sqlite")
    do {
      let catalog = try Catalog(path: path)
      for number in 0..<2000 { try catalog.noteSetting("name \(number)", "value") }
    }
    let size = try #require(
      try FileManager.default.attributesOfItem(atPath: path)[.size] as? UInt64)
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.seek(toOffset: size - 4096)
    try file.write(contentsOf: Data(repeating: 0xAB, count: 4096))
    try file.close()
    let error = #expect(throws: CatalogError.self) {
      try Catalog(readingFrom: path).writeCopy(to: folder.appending("copy.sqlite"))
    }
    #expect(error?.kind == .damaged)
  }
}
