import MirrorCore

extension Catalog {
  /// Records the addresses that a page gives for mirrored photos.
  func noteAddresses(of page: PageAdmission, at seconds: Int64) throws(CatalogError) {
    for (id, address) in page.learned {
      try database.run(
        "UPDATE file SET address = ? WHERE photo = ? AND address IS NULL", .text(address),
        SQLValue(id))
    }
    for id in page.replaced {
      try database.run(
        "UPDATE photo SET replaced_at = coalesce(replaced_at, ?) WHERE id = ?", SQLValue(seconds),
        SQLValue(id))
    }
    for id in page.restored {
      try database.run("UPDATE photo SET replaced_at = NULL WHERE id = ?", SQLValue(id))
    }
  }
}
