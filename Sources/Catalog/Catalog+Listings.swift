/// The listings of photos that are not mirrored yet, in a separate table.
///
/// A listing is ten times as large as the row that remains of its photo. If it were part of that row, its
/// deletion would leave each page of the file almost empty: SQLite fills the free space within a page only
/// with rows whose keys belong there. In a separate table the pages of mirrored photos become entirely free,
/// and the next photos' rows and listings use them.
extension Catalog {
  /// The listing of a row of `photo`, as an SQL expression.
  static let listing = "(SELECT entry FROM listing WHERE listing.id = photo.id)"

  /// Updates the listing of a photo that is not mirrored.
  func keepListing(of photo: NewPhoto, site: Int64) throws(CatalogError) {
    try database.run(
      """
      INSERT INTO listing (id, entry)
      SELECT id, ? FROM photo WHERE site = ? AND key = ? AND is_mirrored = 0
      ON CONFLICT (id) DO UPDATE SET entry = excluded.entry
      """, .text(photo.listing), SQLValue(site), .text(photo.photo))
  }

  /// Returns the space of deleted listings to the file system if it is a large part of the file. Call at the
  /// end of a run: until then the next listings use it.
  package func giveBackSpace() throws(CatalogError) {
    let free = try database.rows("PRAGMA freelist_count") { $0.integer(0) }.first ?? 0
    let pages = try database.rows("PRAGMA page_count") { $0.integer(0) }.first ?? 0
    guard free > Self.freePages, free > pages / 10 else { return }
    try database.run("PRAGMA incremental_vacuum")
  }

  /// Pages of 4 KiB that may stay free in any file.
  private static let freePages = 16

  func dropListing(ofPhoto id: Int64) throws(CatalogError) {
    try database.run("DELETE FROM listing WHERE id = ?", SQLValue(id))
  }
}
