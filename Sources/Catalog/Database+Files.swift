import CSQLite
import Glibc

/// What lies where SQLite's files are, before it opens them.
extension Database {
  /// Of a journal that names a super-journal, the last bytes (the journal's own first ones).
  private static let journalMagic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

  /// SQLite would wait for ever for a pipe's other end, and rolls back whatever journal lies there. One
  /// of several databases names a file that is removed then, whichever it is
  /// (https://sqlite.org/atomiccommit.html, section 5.6): ours, being of one database, never do.
  static func checkFiles(of path: String) throws(CatalogError) {
    for path in [path, path + "-journal", path + "-wal", path + "-shm"] {
      var status = stat()
      // A link is SQLite's to refuse.
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFLNK else { continue }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw CatalogError(.foreign, "\(path) is no file of a catalog")
      }
    }
    guard !endsAsOneOfSeveral(path + "-journal") else {
      throw CatalogError(
        .foreign, "\(path)-journal is of another program's database: it names a file to be removed")
    }
  }

  private static func endsAsOneOfSeveral(_ journal: String) -> Bool {
    let file = open(journal, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return false }
    defer { close(file) }
    var end = [UInt8](repeating: 0, count: journalMagic.count)
    let place = lseek(file, 0, SEEK_END) - end.count
    return place > 0 && pread(file, &end, end.count, place) == end.count && end == journalMagic
  }
}
