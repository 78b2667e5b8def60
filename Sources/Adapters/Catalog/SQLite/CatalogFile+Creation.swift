import Glibc
import SystemCalls

extension CatalogFile {
  /// Creates a complete catalog: a kill leaves either none or a complete one, and no journal.
  func create() throws(CatalogError) {
    let draft = path + ".new"
    // Files left by another catalog would be read as this one's log.
    for file in companions + [draft] where LinkFree.unlink(file) != 0 && errno != ENOENT {
      throw CatalogError(errno: errno, path: file)
    }
    let bytes = try Schema.newCatalog()
    let file = LinkFree.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw CatalogError(errno: errno, path: path) }
    let reason = Self.write(bytes, to: file)
    close(file)
    guard reason == nil, LinkFree.rename(draft, path) == 0 else {
      let reason = reason ?? errno
      LinkFree.unlink(draft)
      throw CatalogError(errno: reason, path: path)
    }
  }

  /// Writes and syncs all bytes.
  /// - Returns: `errno`; nil if that succeeds. A write that stops half way is tried again for its reason.
  private static func write(_ bytes: [UInt8], to file: Int32) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count < 0 ? errno : EIO }
      rest = rest.dropFirst(count)
    }
    return fsync(file) == 0 ? nil : errno
  }
}
