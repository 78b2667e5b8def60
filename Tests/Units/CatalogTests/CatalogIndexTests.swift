import TestSupport
import Testing

@testable import Catalog

@Suite("Room for the index of the catalog's log")
struct CatalogIndexTests {
  /// The size of a block, free bytes, bytes of the present index on the disk, and whether there is too little room.
  static let disks: [(Int, Int64, Int64, Bool)] = [
    (4096, 0, 0, false), (65_536, 0, 0, false), (1024, 0, 0, true), (1024, 19 << 10, 0, true),
    (1024, 31 << 10, 0, true), (512, 32 << 10, 0, false), (1024, 8 << 10, 16 << 10, true),
    (2048, 0, 32 << 10, false), (1024, .max >> 1, 0, false),
  ]

  @Test(
    "Only blocks smaller than SQLite's pages need room before it opens the file",
    arguments: disks.indices)
  func room(index: Int) {
    let (blockSize, free, allocated, isLacking) = Self.disks[index]
    #expect(
      CatalogFile.lacksRoom(blockSize: blockSize, free: free, allocated: allocated) == isLacking)
  }
}
