import CSQLite
import PostgreSQL

extension Catalog {
  /// Writes a file with the catalog as it is now, also while another process writes to it. Blocks; the file is not
  /// synced.
  /// - Parameter path: Of a new file.
  /// - Throws: If the catalog is in a database of a server, or damaged.
  package func writeSnapshot(to path: String) throws(CatalogError) {
    guard let database = database as? SQLiteDatabase else {
      throw CatalogError(.statement, "\(database.path) is a server, whose catalog is no file")
    }
    let copy = try SQLiteDatabase(path: path, isReadOnly: false)
    guard let backup = sqlite3_backup_init(copy.handle, "main", database.handle, "main") else {
      throw copy.backupError(sqlite3_errcode(copy.handle))
    }
    // All pages in one step: what is written meanwhile is in the log, and belongs to the next snapshot.
    let code = sqlite3_backup_step(backup, -1)
    sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else { throw copy.backupError(code) }
    try Self.checkPages(of: copy, from: database.path)
  }

  /// - Throws: If the pages of the catalog contradict each other.
  package func checkPages() throws(CatalogError) {
    try Self.checkPages(of: database, from: database.path)
  }

  private static func checkPages(
    of database: any Database, from path: String
  ) throws(CatalogError) {
    let faults = try database.rows("PRAGMA quick_check(1)") { $0.text(0) ?? "" }
    guard faults == ["ok"] else {
      throw CatalogError(.damaged, "the catalog \(path) is damaged: \(faults.first ?? "")")
    }
  }
}

extension SQLiteDatabase {
  fileprivate func backupError(_ code: Int32) -> CatalogError {
    CatalogError(
      code: code, message: String(cString: sqlite3_errmsg(handle)), path: path,
      errno: sqlite3_system_errno(handle))
  }
}
