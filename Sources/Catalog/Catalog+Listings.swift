/// The listings of photos that are not mirrored yet, in a table of their own.
///
/// A listing is ten times as large as the row that stays of its photo. Were it a part of that row, each
/// page of the file would stay almost empty when it goes: SQLite fills what is free within a page only
/// with rows whose keys belong there. Here the pages of mirrored photos become free as a whole, and the
/// next photos' rows and listings take them.
extension Catalog {
  /// The listing of a row of `photo`, as an expression.
  static let listing = "(SELECT entry FROM listing WHERE listing.id = photo.id)"

  /// Brings the listing of a photo up to date that is not mirrored.
  func keepListing(of photo: NewPhoto, site: Int64) throws(CatalogError) {
    try database.run(
      """
      INSERT INTO listing (id, entry)
      SELECT id, ? FROM photo WHERE site = ? AND key = ? AND is_mirrored = 0
      ON CONFLICT (id) DO UPDATE SET entry = excluded.entry
      """, .text(photo.listing), SQLValue(site), .text(photo.photo))
  }

  /// Gives back what the listings of a run have left free, where it is much of the file. For the run's
  /// end: until then the next listings take it.
  package func giveBackSpace() throws(CatalogError) {
    let free = try database.rows("PRAGMA freelist_count") { $0.integer(0) }.first ?? 0
    let pages = try database.rows("PRAGMA page_count") { $0.integer(0) }.first ?? 0
    guard free > Self.freePages, free > pages / 10 else { return }
    try database.run("PRAGMA incremental_vacuum")
  }

  /// Of 4 KiB: what may stay free in any file.
  private static let freePages = 16

  func dropListing(ofPhoto id: Int64) throws(CatalogError) {
    try database.run("DELETE FROM listing WHERE id = ?", SQLValue(id))
  }
}
