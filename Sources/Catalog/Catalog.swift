import Glibc
import SystemCalls

/// The records of the sources and photos of one mirror: an SQLite file in WAL mode.
///
/// Not thread-safe and not `Sendable`: it has one owner, which calls it on one thread. Every method blocks on
/// the disk. Committed transactions survive a killed process; after a power cut the last ones may be missing
/// (`synchronous = NORMAL`), and the mirror then adopts the files that they recorded.
package final class Catalog {
  let database: Database
  private(set) lazy var texts = SharedTexts(database)

  /// Opens the file at `path`, creating or migrating it if necessary.
  package init(path: String) throws(CatalogError) {
    let file = CatalogFile(path: path)
    if try !file.check() { try file.create() }
    database = try Database(path: path, isReadOnly: false)
    // First, so that another program's database is refused without changing a byte of it: the journal mode is
    // written into the file.
    try Schema.prepare(database)
    let mode = try database.rows("PRAGMA journal_mode = WAL") { $0.text(0) }
    guard mode == ["wal"] else {
      throw CatalogError(.disk, "the catalog \(path) cannot have a write-ahead log here")
    }
    try database.execute("PRAGMA synchronous = NORMAL")
  }

  /// Opens an existing file for reading, also while another process writes, and if writing is impossible: a
  /// read-only file system, a full disk.
  package init(readingFrom path: String) throws(CatalogError) {
    guard try CatalogFile(path: path).check() else {
      throw CatalogError(.outdated, "the catalog \(path) is empty")
    }
    do {
      database = try Self.readable(path, isImmutable: false)
    } catch {
      // Readers need the log's index, and SQLite cannot create one here. If the log is empty, nothing is
      // missed: a writer that starts now begins a log, and does not change the file itself for a long time.
      guard error.isOfDisk, access(path, F_OK) == 0, Self.hasNoLog(path) else { throw error }
      database = try Self.readable(path, isImmutable: true)
    }
  }

  private static func hasNoLog(_ path: String) -> Bool {
    FileStatus(following: path + "-wal")?.size ?? 0 == 0
  }

  private static func readable(_ path: String, isImmutable: Bool) throws(CatalogError) -> Database {
    let database = try Database(path: path, isReadOnly: true, isImmutable: isImmutable)
    try Schema.checkIsCurrent(database)
    return database
  }

  /// Commits all of `body`, or rolls it back.
  func transaction<Result>(
    _ body: () throws(CatalogError) -> Result
  ) throws(CatalogError) -> Result {
    do throws(CatalogError) {
      return try database.transaction("BEGIN IMMEDIATE", body)
    } catch {
      // Remembered rows may have been rolled back.
      texts.forget()
      throw error
    }
  }
}
