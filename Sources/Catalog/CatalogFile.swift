import Glibc
import SystemCalls

/// The catalog's file and the files that SQLite keeps beside it, checked before SQLite opens them.
///
/// A directory may come from an untrusted archive. Without asking, SQLite rolls back a journal, truncates an
/// `-shm` and waits for the other end of a pipe, and a hard link makes each of them another file of the
/// user's (https://sqlite.org/howtocorrupt.html, section 1.4).
struct CatalogFile {
  let path: String

  private var journal: String { path + "-journal" }
  private var companions: [String] { [journal, path + "-wal", path + "-shm"] }

  /// Changes nothing.
  /// - Returns: False if there is no catalog yet: no file, or an empty one.
  /// - Throws: ``CatalogError`` if one of the files has a second name, or is not a catalog's.
  func check() throws(CatalogError) -> Bool {
    for file in [path] + companions { try checkKind(of: file) }
    let header = try DatabaseHeader(ofFileAt: path)
    guard header.map({ $0.applicationID == Schema.applicationID }) ?? true else {
      throw CatalogError(.foreign, "\(path) is a database of another program, not a catalog")
    }
    try checkJournal(beside: header)
    return header != nil
  }

  private func checkKind(of file: String) throws(CatalogError) {
    guard let status = FileStatus(of: file) else { return }
    guard status.isRegular else {
      throw CatalogError(.foreign, "\(file) is not a file of a catalog")
    }
    // Some file systems report no link count.
    guard status.linkCount <= 1 else {
      throw CatalogError(
        .linked, "\(file) has another name elsewhere (\(status.linkCount) hard links)")
    }
  }

  /// A catalog with a write-ahead log has no rollback journal. A journal of several databases names a file
  /// that SQLite deletes, whatever it is (https://sqlite.org/atomiccommit.html, section 5.6).
  private func checkJournal(beside header: DatabaseHeader?) throws(CatalogError) {
    guard access(journal, F_OK) == 0 else { return }
    guard header?.hasWriteAheadLog != true else {
      throw CatalogError(
        .foreign, "\(journal) does not belong to this catalog, which uses a write-ahead log")
    }
    guard try !endsAsOneOfSeveral() else {
      throw CatalogError(
        .foreign, "\(journal) belongs to another program's database: it names a file to be removed")
    }
  }

  /// The last bytes of a journal that names a super-journal (the same as a journal's first bytes).
  private static let journalMagic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

  private func endsAsOneOfSeveral() throws(CatalogError) -> Bool {
    let count = Self.journalMagic.count
    return try readFile(journal) { file in
      var end = [UInt8](repeating: 0, count: count)
      let place = lseek(file, 0, SEEK_END) - count
      return place > 0 && pread(file, &end, count, place) == count && end == Self.journalMagic
    }
  }
}

extension CatalogFile {
  /// Creates a complete catalog: a kill leaves either none or a complete one, and no journal.
  func create() throws(CatalogError) {
    let draft = path + ".new"
    // Files left by another catalog would be read as this one's log.
    for file in companions + [draft] where unlink(file) != 0 && errno != ENOENT {
      throw CatalogError(errno: errno, path: file)
    }
    let bytes = try Schema.newCatalog()
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw CatalogError(errno: errno, path: path) }
    let reason = Self.write(bytes, to: file)
    close(file)
    guard reason == nil, rename(draft, path) == 0 else {
      let reason = reason ?? errno
      unlink(draft)
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

/// Runs `body` with a file opened for reading, without following links and without waiting.
func readFile<Result>(
  _ path: String, _ body: (Int32) throws(CatalogError) -> Result
) throws(CatalogError) -> Result {
  let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
  guard file >= 0 else { throw CatalogError(errno: errno, path: path) }
  defer { close(file) }
  return try body(file)
}

/// The file names passed to SQLite.
extension SQLiteDatabase {
  /// The path with the links of its folder resolved: NOFOLLOW refuses a link anywhere in a path
  /// (https://sqlite.org/c3ref/open.html), and only the file itself must not be a link.
  static func followingFolder(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), let folder = realpath(String(path[...slash]), nil)
    else { return path }
    defer { free(folder) }
    return String(cString: folder) + path[slash...]
  }

  /// The file as one that no process is changing (https://sqlite.org/uri.html).
  static func immutableURI(_ path: String) -> String {
    let escaped = path.utf8.map { byte in
      switch UnicodeScalar(byte) {
      case "a"..."z", "A"..."Z", "0"..."9", "/", "-", ".", "_", "~": String(UnicodeScalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return "file:" + escaped.joined() + "?immutable=1"
  }
}
