import PostgreSQL

extension Catalog {
  /// Writes a file with the catalog as it is now, also while another process writes to it, and checks its pages.
  /// Blocks; the file is not synced.
  /// - Parameter path: Of a new file.
  /// - Throws: ``CatalogError`` if the catalog is damaged, or the disk or the server fails.
  package func writeCopy(to path: String) throws(CatalogError) {
    if database is SQLiteDatabase {
      let level = try database.rows("PRAGMA synchronous") { $0.integer(0) }.first ?? 1
      // It holds for the copy, too.
      try database.execute("PRAGMA synchronous = OFF")
      let copied = Result { () throws(CatalogError) in
        try database.run("VACUUM INTO ?", with: [.text(SQLiteDatabase.followingFolder(path))])
      }
      try database.execute("PRAGMA synchronous = \(level)")
      try copied.get()
    } else {
      try writeRows(to: path)
    }
    try Catalog(reading: .file(path)).checkPages()
  }

  /// From a server, in one transaction that sees the rows of its beginning.
  private func writeRows(to path: String) throws(CatalogError) {
    try transaction { () throws(CatalogError) in
      try database.run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY", with: [])
      let copy = try CatalogCopy(
        self, to: Catalog(copying: .file(path)), origin: database.path)
      do { _ = try copy.run { _ in } } catch {
        throw error as? CatalogError ?? CatalogError(.statement, "\(error)")
      }
    }
  }

  /// Compares all pages, and the indexes with their tables. Nothing on a server, which checks its own.
  /// - Throws: ``CatalogError`` if the catalog is damaged.
  package func checkIntegrity() throws(CatalogError) {
    guard database is SQLiteDatabase else { return }
    let found = try database.rows("PRAGMA integrity_check(1)") { $0.text(0) ?? "" }
    guard found == ["ok"] else {
      throw CatalogError(
        .damaged,
        "the catalog \(database.path) is damaged: \(found.first ?? "it cannot be checked")")
    }
  }

  /// - Throws: If the pages of the catalog contradict each other. Indexes are not compared with their tables.
  package func checkPages() throws(CatalogError) {
    let faults = try database.rows("PRAGMA quick_check(1)") { $0.text(0) ?? "" }
    guard faults == ["ok"] else {
      throw CatalogError(
        .damaged, "the catalog \(database.path) is damaged: \(faults.first ?? "")")
    }
  }
}
