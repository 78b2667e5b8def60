extension Catalog {
  /// Notes in one transaction what a listing says of the addresses of mirrored photos.
  ///
  /// - Parameter learned: where files came from of which that was not known, by the photos' rows.
  /// - Parameter replaced: photos, by their rows, that have another address now.
  /// - Parameter restored: photos, by their rows, that have the old address again.
  /// - Parameter seconds: now, since 1970.
  package func noteAddresses(
    learned: [Int64: String], replaced: [Int64], restored: [Int64], at seconds: Int64
  ) throws(CatalogError) {
    try database.transaction { () throws(CatalogError) in
      for (id, address) in learned {
        try database.run(
          "UPDATE photo SET address = ? WHERE id = ? AND address IS NULL", .text(address),
          SQLValue(id))
      }
      for id in replaced {
        try database.run(
          "UPDATE photo SET replaced_at = coalesce(replaced_at, ?) WHERE id = ?",
          SQLValue(seconds), SQLValue(id))
      }
      for id in restored {
        try database.run("UPDATE photo SET replaced_at = NULL WHERE id = ?", SQLValue(id))
      }
    }
  }
}
