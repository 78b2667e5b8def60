import CSQLite
import Glibc

/// Why the catalog could not be read or written. The message names the file.
package struct CatalogError: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// Not a database, or its pages contradict each other.
    case damaged
    /// Another program's database.
    case foreign
    /// Written by a newer version of this program.
    case otherVersion
    /// Written by an older version, or not yet written to, and only to be looked at.
    case outdated
    /// Another process keeps it locked.
    case busy
    /// No space.
    case full
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

  /// From an SQLite result code (https://sqlite.org/rescode.html), primary or extended.
  ///
  /// - Parameter errno: why the system refused, where it was the system.
  init(code: Int32, message: String, path: String, errno: Int32, sql: String? = nil) {
    switch code & 0xff {
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_TOOBIG:
      self.init(.damaged, "the catalog \(path) is damaged: \(message)")
    case SQLITE_BUSY, SQLITE_LOCKED:
      self.init(.busy, "the catalog \(path) is in use by another process: \(message)")
    // The second where there is no room for the log's index.
    case SQLITE_FULL,
      SQLITE_IOERR where [ENOSPC, EDQUOT].contains(errno):
      self.init(.full, "the catalog \(path) cannot be used: no space left on device")
    case SQLITE_IOERR, SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM:
      self.init(.disk, "the catalog \(path) cannot be used: \(message)")
    default:
      self.init(.statement, "the catalog \(path): \(message) in: \(sql ?? "-")")
    }
  }
}
