import CGlibc
import Glibc
import SystemCalls

/// Room for the index of the log (`-shm`), which SQLite writes through mapped memory: where the disk has none, such a write
/// ends the process (SIGBUS).
///
/// SQLite writes a byte to each 4,096 bytes of a new index, so that the disk is full before it maps them
/// (`unixShmMap`). On a file system with smaller blocks most of them still have no room then.
extension CatalogFile {
  /// The pages of the index that SQLite fills.
  private static let page = 4096
  /// Bytes of the index that SQLite makes at once: for some 4,000 pages of the log, of 16 MB.
  private static let part: Int64 = 32 << 10
  /// Bytes of the index that get their room at the beginning if there is enough: for a log of 128 MB, which only a long
  /// reader makes larger.
  private static let reserve = 8 * part

  private var index: String { path + "-shm" }

  /// Whether SQLite may map an index that has no room.
  /// - Parameters:
  ///   - blockSize: Of the file system.
  ///   - free: Bytes that can be written.
  ///   - allocated: Bytes of the present index on the disk, which SQLite cuts off first.
  static func lacksRoom(blockSize: Int, free: Int64, allocated: Int64) -> Bool {
    blockSize < page && free + allocated < part
  }

  /// Call before SQLite opens the file.
  /// - Throws: ``CatalogError`` of a full disk.
  func checkRoomForIndex() throws(CatalogError) {
    guard let space,
      Self.lacksRoom(
        blockSize: space.blockSize, free: space.bytes,
        allocated: FileStatus(linkFree: index)?.allocated ?? 0)
    else { return }
    throw CatalogError(errno: ENOSPC, path: path)
  }

  /// Gives the index its room. Call after SQLite has made it.
  /// - Throws: ``CatalogError`` of a full disk.
  func allocateIndex() throws(CatalogError) {
    guard let space, space.blockSize < Self.page,
      let size = FileStatus(linkFree: index)?.size, size > 0,
      let file = descriptor(of: index, O_RDWR)
    else { return }
    // Where the call is not supported, it changes nothing.
    guard fallocate(file, 0, 0, Int(max(size, Self.part))) == 0 || errno != ENOSPC else {
      throw CatalogError(errno: ENOSPC, path: path)
    }
    _ = fallocate(file, 0, 0, Int(max(size, Self.reserve)))
  }

  /// What every user can write. Of what is kept for root, ext4 keeps a part from root too.
  private var space: FreeSpace? {
    FreeSpace(at: path.folderPath.map { $0 + "/" } ?? ".")
  }
}
