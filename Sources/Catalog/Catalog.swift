import Glibc
import SystemCalls

/// What is known of each source and each photo of one mirror: an SQLite file in WAL mode.
///
/// Not thread-safe and not `Sendable`: it has one owner, which calls it on one thread. Every method
/// blocks on the disk. Committed transactions survive a killed process; after a power cut the last
/// ones may be missing (`synchronous = NORMAL`), which the mirror mends by adopting the files that
/// they told of.
package final class Catalog {
  let database: Database
  private(set) lazy var texts = SharedTexts(database)

  /// Opens the file at `path`, making or migrating it where need be.
  package init(path: String) throws(CatalogError) {
    let file = CatalogFile(path: path)
    if try !file.check() { try file.create() }
    database = try Database(path: path, isReadOnly: false)
    // First, so that another program's database is refused without a byte of it changed: the
    // journal's mode is written into the file.
    try Schema.prepare(database)
    let mode = try database.rows("PRAGMA journal_mode = WAL") { $0.text(0) }
    guard mode == ["wal"] else {
      throw CatalogError(.disk, "the catalog \(path) cannot have a write-ahead log here")
    }
    try database.execute("PRAGMA synchronous = NORMAL")
  }

  /// Opens an existing file to look at it, also while another process writes, and where nobody can
  /// write: a read-only place, a full disk.
  package init(readingFrom path: String) throws(CatalogError) {
    guard try CatalogFile(path: path).check() else {
      throw CatalogError(.outdated, "the catalog \(path) is empty")
    }
    do {
      database = try Self.readable(path, isImmutable: false)
    } catch {
      // Readers need the log's index, and SQLite cannot make one here. Where the log is empty there is
      // nothing to miss: a writer that comes now begins it, and leaves the file itself alone for long.
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

  /// All of `body` or nothing of it.
  func transaction<Result>(
    _ body: () throws(CatalogError) -> Result
  ) throws(CatalogError) -> Result {
    do throws(CatalogError) {
      return try database.transaction("BEGIN IMMEDIATE", body)
    } catch {
      // Rows that it remembers may not be there.
      texts.forget()
      throw error
    }
  }
}
