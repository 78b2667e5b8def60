import Glibc
import Locking
import SystemCalls

/// The catalog's file and the files that SQLite keeps beside it, checked before SQLite opens them, as long as one
/// connection uses them.
///
/// A directory may come from an untrusted archive. Without asking, SQLite rolls back a journal, truncates an
/// `-shm` and waits for the other end of a pipe, and a hard link makes each of them another file of the
/// user's (https://sqlite.org/howtocorrupt.html, section 1.4).
///
/// Closing any descriptor of a file ends all locks that the process has on it (fcntl(2)), those of its SQLite
/// connections too (howtocorrupt.html, section 2.2). Therefore the descriptors that the checks open are closed
/// together, when no connection of the process uses the file any more.
final class CatalogFile {
  private struct Use {
    var count = 0
    var descriptors: [Int32] = []
  }

  /// By the path with its links resolved.
  private static let uses = Locked<[String: Use]>([:])

  let path: String
  let checkpoints: CheckpointLock
  /// Whether it prevents checkpoints.
  private(set) var isHeld = false
  private let key: String

  init(path: String) {
    let key = SQLiteDatabase.followingFolder(path)
    (self.path, self.key) = (path, key)
    checkpoints = CheckpointLock(of: path)
    Self.uses.withLock { $0[key, default: Use()].count += 1 }
  }

  deinit {
    Self.uses.withLock { uses in
      uses[key]?.count -= 1
      guard uses[key]?.count == 0, let unused = uses.removeValue(forKey: key) else { return }
      // Within the lock: a connection that begins now must not lose its locks. Closing does not wait.
      for descriptor in unused.descriptors { close(descriptor) }
    }
  }

  /// Opens one of the files, without following links and without waiting, until the file's last use ends.
  func descriptor(of file: String, _ flags: Int32) -> Int32? {
    let descriptor = LinkFree.open(file, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    Self.uses.withLock { $0[key]?.descriptors.append(descriptor) }
    return descriptor
  }

  private var journal: String { path + "-journal" }
  var companions: [String] { [journal, path + "-wal", path + "-shm"] }

  /// Changes nothing.
  /// - Returns: False if there is no catalog yet: no file, or an empty one.
  /// - Throws: ``CatalogError`` if one of the files has a second name, or is not a catalog's.
  func check() throws(CatalogError) -> Bool {
    for file in [path] + companions { try checkKind(of: file) }
    let header = try header()
    guard header.map({ $0.applicationID == Schema.applicationID }) ?? true else {
      throw CatalogError(.foreign, "\(path) is a database of another program, not a catalog")
    }
    guard header?.isUsable ?? true else {
      throw CatalogError(.damaged, "the catalog \(path) is damaged: its first bytes are invalid")
    }
    try checkJournal(beside: header)
    return header != nil
  }

  private func header() throws(CatalogError) -> DatabaseHeader? {
    guard LinkFree.access(path, F_OK) == 0 else { return nil }
    guard let descriptor = descriptor(of: path, O_RDONLY) else {
      throw CatalogError(errno: errno, path: path)
    }
    return try DatabaseHeader(of: descriptor, path: path)
  }

  private func checkKind(of file: String) throws(CatalogError) {
    guard let status = FileStatus(linkFree: file) else { return }
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
    guard LinkFree.access(journal, F_OK) == 0 else { return }
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
    guard let file = descriptor(of: journal, O_RDONLY) else {
      throw CatalogError(errno: errno, path: journal)
    }
    var end = [UInt8](repeating: 0, count: count)
    let place = lseek(file, 0, SEEK_END) - count
    return place > 0 && pread(file, &end, count, place) == count && end == Self.journalMagic
  }
}

extension CatalogFile {
  /// Prevents checkpoints as long as this object exists, unless this reader can write to the log's index.
  func holdForReading() throws(CatalogError) {
    guard descriptor(of: path + "-shm", O_RDWR) == nil else { return }
    try hold()
  }

  /// Prevents checkpoints as long as this object exists.
  func hold() throws(CatalogError) {
    guard checkpoints.hold() else {
      throw CatalogError(
        .busy, "the catalog \(path) is in use by another process: its log is being copied into it")
    }
    isHeld = true
  }

  /// Whether the header says that there may be a write-ahead log.
  func usesLog() throws(CatalogError) -> Bool { try header()?.hasWriteAheadLog ?? false }

  /// Whether the file system can share mapped memory, which the index of a write-ahead log needs. Nothing is written.
  var offersSharedMemory: Bool {
    guard let file = descriptor(of: path, O_RDWR) else { return true }
    let count = Int(sysconf(Int32(_SC_PAGESIZE)))
    let pages = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    guard let pages, pages != MAP_FAILED else { return errno == ENOMEM }
    munmap(pages, count)
    return true
  }

  /// Whether the file is complete without its log.
  var hasNoLog: Bool { FileStatus(linkFree: path + "-wal")?.size ?? 0 == 0 }
}

/// The file names passed to SQLite.
extension SQLiteDatabase {
  /// The path with the links of its folder resolved: NOFOLLOW refuses a link anywhere in a path
  /// (https://sqlite.org/c3ref/open.html), and only the file itself must not be a link.
  static func followingFolder(_ path: String) -> String {
    guard let folder = path.folderPath, let real = LinkFree.real(folder + "/") else { return path }
    return real + "/" + path.fileName
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
