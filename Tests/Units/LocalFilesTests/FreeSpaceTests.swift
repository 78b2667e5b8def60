import SystemCalls
import Testing

@Suite("Room in a file system")
struct FreeSpaceTests {
  @Test(
    "A file system that states no size is not full",
    arguments: [
      (0, 0, 4096, nil), (0, 0, 0, nil), (100, 0, 4096, 0), (100, 7, 4096, 28_672),
      (0, 7, 512, 3584),
      (100, 7, 0, nil), (.max, .max, 4096, .max),
    ] as [(UInt64, UInt64, UInt64, Int64?)])
  func unknown(blocks: UInt64, available: UInt64, size: UInt64, bytes: Int64?) {
    #expect(FreeSpace(blocks: blocks, available: available, blockSize: size)?.bytes == bytes)
  }

  @Test("The kernel's own file systems state no size, and one for files does")
  func real() {
    #expect(FreeSpace(at: "/proc") == nil && FreeSpace(at: "/nowhere") == nil)
    #expect(FreeSpace(at: "/tmp") != nil)
  }
}
