import PostgreSQL

extension Catalog {
  /// Writes a file with the catalog as it is now, also while another process writes to it, and checks its pages.
  /// Blocks; the file is not synced.
  /// - Parameter path: Of a new file.
  /// - Throws: If the catalog is in a database of a server, or damaged.
  package func writeCopy(to path: String) throws(CatalogError) {
    guard let database = database as? SQLiteDatabase else {
      throw CatalogError(.statement, "\(database.path) is a server, whose catalog is no file")
    }
    try database.run("VACUUM INTO ?", with: [.text(SQLiteDatabase.followingFolder(path))])
    try Catalog(reading: .file(path)).checkPages()
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
