import CSQLite
import Glibc
import MirrorCore
import SystemCalls

/// Why the catalog could not be read or written. The message names the file.
package struct CatalogError: Error, Sendable, Hashable {
  /// The kinds of failures.
  package enum Kind: Sendable, Hashable {
    /// Not a database, or its pages contradict each other.
    case damaged
    /// Another program's database.
    case foreign
    /// A file with a second name, which may be another file of the user's.
    case linked
    /// Written by a newer version of this program.
    case otherVersion
    /// Empty or written by an older version, and opened for reading only.
    case outdated
    /// Another process holds its lock.
    case busy
    /// No space, a file too large, too many open files: problems that the user can solve.
    case system(errno: Int32)
    /// A read-only file system, or an I/O error.
    case disk
    /// A database without a catalog, opened for reading only.
    case missing
    /// A copy of another catalog that is not complete.
    case unfinished
    /// A catalog that was copied elsewhere, where it is used since.
    case moved
    /// A catalog with records, in the place of a new one.
    case occupied
    /// A server cannot be reached, or ended the connection.
    case unreachable
    /// A server refuses the user, the database or the connection.
    case access
    /// Transactions of a server prevented each other, again and again.
    case conflict
    /// A statement that the engine rejects: a bug in this module.
    case statement
  }

  /// The kind, by which hints are chosen.
  package let kind: Kind
  /// A sentence in lower case without a period.
  package let message: String

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// Whether the failure is one of the storage, not of the file's content.
  var isOfDisk: Bool {
    switch kind {
    case .system, .disk: true
    default: false
    }
  }

  /// The error for an SQLite result code (https://sqlite.org/rescode.html), primary or extended.
  ///
  /// - Parameter errno: The system's error code, if a system call failed.
  init(code: Int32, message: String, path: String, errno: Int32, sql: String? = nil) {
    // Any other number may be of an earlier call.
    let isWant = [ENOSPC, EDQUOT, EFBIG, EMFILE, ENFILE].contains(errno)
    switch code & 0xff {
    // Besides damaged files, conditions that only a manipulated file causes: values, memory and pages beyond
    // all limits, and rows that contradict the tables.
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

  /// The error for a failed system call on the catalog's file.
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
      FileStatus(linkFree: path).map { UInt64($0.size) >= limit.rlim_cur } ?? false
    }
  }
}

extension MirrorError {
  package init(_ error: CatalogError) {
    self = .directory(error.message, DirectoryProblem(error.kind))
  }
}

extension DirectoryProblem {
  fileprivate init(_ kind: CatalogError.Kind) {
    self =
      switch kind {
      case .damaged: .damagedCatalog
      case .foreign: .foreignCatalog
      case .linked: .linkedFile
      case .otherVersion: .otherVersion
      case .outdated: .outdatedCatalog
      case .busy: .busyCatalog
      case .system(let code): .system(errno: code)
      case .missing: .noCatalog
      case .unfinished: .unfinishedCatalog
      case .moved: .movedCatalog
      case .occupied: .occupied
      case .unreachable: .unreachableCatalog
      case .access: .catalogAccess
      case .conflict: .busyCatalog
      case .disk, .statement: .other
      }
  }
}
