import Foundation
import TestSupport
import Testing

@testable import Catalog

@Suite("What is there of a catalog's file")
struct CatalogRemainsTests {
  private let folder: TemporaryDirectory
  private var path: String { folder.appending("catalog.sqlite") }

  init() throws { folder = try TemporaryDirectory() }

  @Test("It is told by the size that the first bytes say, unless a log may have the other pages")
  func table() throws {
    let whole = try Schema.newCatalog()
    let (size, start) = (Int64(whole.count), Array(whole.prefix(100)))
    var uncounted = start
    uncounted[24] ^= 1
    let table: [(Int64?, [UInt8], log: Bool, CatalogRemains)] = [
      (nil, [], false, .missing), (nil, [], true, .missing), (0, [], false, .empty),
      (0, [], true, .empty), (9, Array(start.prefix(9)), false, .cut),
      (99, Array(start.prefix(99)), true, .cut), (9, Array("some text".utf8), false, .file),
      (size, start, false, .file), (size + 1, start, false, .file), (size - 1, start, false, .cut),
      (size - 4096, start, false, .cut), (4096, start, false, .cut), (4096, start, true, .file),
      (4096, uncounted, false, .file), (4096, Array(repeating: 7, count: 100), false, .file),
    ]
    for (size, start, log, remains) in table {
      #expect(
        CatalogRemains(size: size, start: start, hasLog: log) == remains,
        "\(size ?? -1) \(start.count) \(log)")
    }
  }

  @Test(
    "A catalog that is open, closed, or was killed with a log is a file, and one that was cut is not"
  )
  func files() throws {
    #expect(CatalogRemains(at: path) == .missing)
    do {
      let catalog = try Catalog(path: path)
      for number in 0..<300 { _ = try catalog.beginRun(ofSource: "a:\(number)") }
      #expect(CatalogRemains(at: path) == .file)
      try FileManager.default.copyItem(atPath: path, toPath: path + "2")
      try FileManager.default.copyItem(atPath: path + "-wal", toPath: path + "2-wal")
      #expect(CatalogRemains(at: path + "2") == .file)
    }
    #expect(CatalogRemains(at: path) == .file)
    let bytes = try #require(FileManager.default.contents(atPath: path))
    for (count, remains) in [(0, CatalogRemains.empty), (20, .cut), (bytes.count - 1, .cut)] {
      try bytes.prefix(count).write(to: URL(filePath: path))
      #expect(CatalogRemains(at: path) == remains)
    }
  }
}
