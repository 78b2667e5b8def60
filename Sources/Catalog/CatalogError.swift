import CSQLite
import Glibc
import SystemCalls

/// Why the catalog could not be read or written. The message names the file.
package struct CatalogError: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// Not a database, or its pages contradict each other.
    case damaged
    /// Another program's database.
    case foreign
    /// A file that has another name elsewhere, and may be another one of the user's.
    case linked
    /// Written by a newer version of this program.
    case otherVersion
    /// Written by an older version, or not yet written to, and only to be looked at.
    case outdated
    /// Another process keeps it locked.
    case busy
    /// No room, too large a file, too many open ones: what a person can do something about.
    case system(errno: Int32)
    /// A read-only place, or the disk's own error.
    case disk
    /// A statement that SQLite refuses: a mistake in this module.
    case statement
  }

  package let kind: Kind
  /// A sentence in lower case without a period.
  package let message: String

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// Whether it is the place that refuses, not what stands in the file.
  var isOfDisk: Bool {
    switch kind {
    case .system, .disk: true
    default: false
    }
  }

  /// From an SQLite result code (https://sqlite.org/rescode.html), primary or extended.
  ///
  /// - Parameter errno: why the system refused, where it was the system.
  init(code: Int32, message: String, path: String, errno: Int32, sql: String? = nil) {
    // Any other number may be an older call's.
    let isWant = [ENOSPC, EDQUOT, EFBIG, EMFILE, ENFILE].contains(errno)
    switch code & 0xff {
    // Beside the broken ones, what only a file that was made to do so brings about: values, memory and
    // pages beyond all bounds, and rows that contradict the tables.
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_TOOBIG, SQLITE_NOMEM, SQLITE_INTERRUPT,
      SQLITE_CONSTRAINT:
      self.init(.damaged, "the catalog \(path) is damaged: \(message)")
    case SQLITE_BUSY, SQLITE_LOCKED:
      self.init(.busy, "the catalog \(path) is in use by another process: \(message)")
    case SQLITE_FULL:
      self.init(refused: Self.isAtFileSizeLimit(path) ? EFBIG : ENOSPC, path: path)
    case SQLITE_IOERR where isWant, SQLITE_CANTOPEN where isWant:
      self.init(refused: errno, path: path)
    case SQLITE_IOERR, SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM:
      self.init(.disk, "the catalog \(path) cannot be used: \(message)")
    default:
      self.init(.statement, "the catalog \(path): \(message) in: \(sql ?? "-")")
    }
  }

  /// From a system call on the catalog's file.
  init(errno: Int32, path: String) {
    self.init(
      code: SQLITE_IOERR, message: SystemError(errno).reason, path: path,
      errno: errno)
  }

  private init(refused errno: Int32, path: String) {
    let reason = SystemError(errno).reason
    self.init(.system(errno: errno), "the catalog \(path) cannot be used: \(reason)")
  }

  /// Whether the file or its log ends at the process's limit of file size. SQLite reports a write that
  /// stops there half way as a full disk.
  private static func isAtFileSizeLimit(_ path: String) -> Bool {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { return false }
    return [path, path + "-wal"].contains { path in
      FileStatus(of: path).map { UInt64($0.size) >= limit.rlim_cur } ?? false
    }
  }
}
