import Glibc

/// What a file system says of its room (statvfs(3)).
package struct FreeSpace: Sendable, Hashable {
  /// The size of a block in bytes.
  package let blockSize: Int
  /// Bytes that a user without privileges can still write.
  package let bytes: Int64

  /// Nil if it is unknown, with `errno` set if the call fails. Blocks.
  package init?(at path: String) {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    self.init(
      blocks: UInt64(status.f_blocks), available: UInt64(status.f_bavail),
      blockSize: UInt64(status.f_frsize))
  }

  /// Nil for a file system that states no size, as some over a network and in user space do: 0 of 0 blocks is not full.
  package init?(blocks: UInt64, available: UInt64, blockSize: UInt64) {
    guard blocks > 0 || available > 0, blockSize > 0 else { return nil }
    let (bytes, isTooMuch) = available.multipliedReportingOverflow(by: blockSize)
    self.blockSize = Int(clamping: blockSize)
    self.bytes = isTooMuch ? .max : Int64(clamping: bytes)
  }
}
