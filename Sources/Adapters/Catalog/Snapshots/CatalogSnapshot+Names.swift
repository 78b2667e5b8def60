import PostgreSQL

/// The names that are taken (the table `name`) are hashes of what is in other tables, and do not compress.
extension CatalogSnapshot {
  private static let batchSize = 5000

  /// Overwrites them with zeros. A kill may leave the file in any state.
  static func leaveOutNames(of draft: String) throws(CatalogError) {
    let database = try SQLiteDatabase(path: draft, isReadOnly: false)
    for pragma in ["journal_mode = OFF", "synchronous = OFF", "secure_delete = ON"] {
      _ = try database.rows("PRAGMA \(pragma)") { _ in }
    }
    try database.execute("DELETE FROM name")
  }

  /// Computes the names of an expanded snapshot whose pages are checked. Its log is empty afterwards.
  /// In memory are 16 bytes for each photo.
  package static func addNames(to file: String) throws(CatalogError) {
    let catalog = try Catalog(path: file)
    var names: [(hash: Int64, photo: Int64)] = []
    for (table, id) in [("photo", "id"), ("rename", "photo")] {
      var last = Int64.min
      while true {
        let rows = try catalog.database.rows(
          "SELECT \(id), stem FROM \(table) WHERE \(id) > ? ORDER BY \(id) LIMIT \(batchSize)",
          SQLValue(last)
        ) { (photo: $0.integer(0), stem: $0.text(1) ?? "") }
        guard let end = rows.last else { break }
        last = end.photo
        names += rows.map { (NameHash.of($0.stem), $0.photo) }
      }
    }
    // In the order of the keys, so that each page is written once.
    names.sort { $0.hash < $1.hash }
    try catalog.transaction { () throws(CatalogError) in
      for (hash, photo) in names {
        try catalog.database.run(
          "INSERT INTO name (hash, photo) VALUES (?, ?) ON CONFLICT DO NOTHING", SQLValue(hash),
          SQLValue(photo))
      }
    }
  }
}
