import CZstd
import Glibc
import SystemCalls

/// A copy of a catalog's file: consistent, checked, without what can be computed again (``addNames(to:)``), and compressed
/// with Zstandard. Its functions block.
package enum CatalogSnapshot {
  /// How often the bytes of an honest snapshot expand to as many: catalogs with files to 4 to 14 times, because a digest of
  /// 32 bytes is in each row of theirs.
  private static let mostGrowth: Int64 = 50
  /// In bytes; a snapshot may always expand to these.
  private static let free: Int64 = 16 << 20

  /// Writes a snapshot of an open catalog, compares its rows' number in each table, and syncs it.
  /// - Parameters:
  ///   - path: Its file, which is replaced.
  ///   - draft: The file of the copy until it is compressed; on the same disk, to have the same space.
  /// - Returns: False if the catalog is on a server; nothing is written then.
  /// - Throws: ``CatalogError``; there is no file at `path` then.
  package static func write(
    _ catalog: Catalog, to path: String, by draft: String
  ) throws(CatalogError) -> Bool {
    guard catalog.database is SQLiteDatabase else { return false }
    for file in [path, draft] { LinkFree.unlink(file) }
    defer { LinkFree.unlink(draft) }
    try catalog.writeCopy(to: draft)
    try compare(with: catalog, draft)
    try leaveOutNames(of: draft)
    do throws(CatalogError) {
      try convert(draft, to: path) { file_compress($0, $1) }
    } catch {
      LinkFree.unlink(path)
      throw error
    }
    return true
  }

  private static func compare(with catalog: Catalog, _ draft: String) throws(CatalogError) {
    let copy = try Catalog(reading: .file(draft))
    for table in try CopiedTable.all() {
      guard try table.count(in: copy) == table.count(in: catalog) else {
        throw CatalogError(.damaged, "the copy of the catalog lacks rows of \(table.name)")
      }
    }
  }

  /// Expands a snapshot from anywhere, at most to 50 times its size, and syncs the result.
  /// - Parameter file: What becomes the catalog, which is replaced.
  /// - Throws: ``CatalogError`` if it is damaged or expands to more; there is no file at `file` then.
  /// - Note: Its check is ``openChecked(_:)``, and ``addNames(to:)`` makes it a whole catalog.
  package static func expand(_ path: String, to file: String) throws(CatalogError) {
    LinkFree.unlink(file)
    let limit = (FileStatus(linkFree: path)?.size ?? 0) * mostGrowth + free
    do throws(CatalogError) {
      try convert(path, to: file) { file_expand($0, $1, limit) }
    } catch {
      LinkFree.unlink(file)
      throw error
    }
  }

  /// Opens a catalog for reading, once each of its pages is checked.
  /// - Throws: ``CatalogError`` if it is damaged, or another program's.
  package static func openChecked(_ path: String) throws(CatalogError) -> Catalog {
    let catalog = try Catalog(reading: .file(path))
    try catalog.checkIntegrity()
    return catalog
  }

  private static func convert(
    _ path: String, to file: String, by call: (Int32, Int32) -> file_result
  ) throws(CatalogError) {
    let from = LinkFree.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard from >= 0 else { throw CatalogError(errno: errno, path: path) }
    defer { close(from) }
    guard FileStatus(of: from)?.isRegular == true else {
      throw CatalogError(.foreign, "\(path) is not a regular file")
    }
    let to = LinkFree.open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard to >= 0 else { throw CatalogError(errno: errno, path: file) }
    defer { close(to) }
    switch call(from, to) {
    case file_done: break
    case file_damaged:
      throw CatalogError(.damaged, "it is not a whole file in Zstandard's format")
    case file_too_long:
      throw CatalogError(.damaged, "it expands to more than a catalog does")
    default: throw CatalogError(errno: errno, path: file)
    }
    guard fsync(to) == 0 else { throw CatalogError(errno: errno, path: file) }
  }
}
