import MirrorCore
import PostgreSQL

/// The positions of a page's photos in their source's listing.
struct MembershipPlace {
  let source: Int64
  let pass: Int64
  /// The position of the page's first entry.
  let start: Int64
}

/// Which source lists which photo, and the last of its passes that did.
///
/// A row takes about 17 bytes and is stored next to those of the same page, so that a pass over known photos
/// writes about three pages of the file for 500 photos, and neither photos nor metadata.
extension Catalog {
  /// - Parameter said: See ``PageAdmission/Known/said``.
  func noteMembership(
    of photo: Int64, at index: Int, in place: MembershipPlace, said: Int64? = nil
  ) throws(CatalogError) {
    try database.run(
      """
      INSERT INTO membership (source, photo, position, first_pass, last_pass, said)
      VALUES (?1, ?2, ?3, ?4, ?4, ?5)
      ON CONFLICT (source, photo) DO UPDATE
      SET position = excluded.position, last_pass = excluded.last_pass, said = excluded.said
      WHERE membership.last_pass < excluded.last_pass
        OR membership.said IS DISTINCT FROM excluded.said
      """, SQLValue(place.source), SQLValue(photo),
      SQLValue(place.start &+ Int64(index)), SQLValue(place.pass), SQLValue(said))
  }

  /// ``PhotoMatch/said`` of photos.
  /// - Parameter pass: The source's current pass.
  func said(
    of records: [PhotoRecord], by source: Int64, inPass pass: Int64?
  ) throws(CatalogError) -> [Int64?] {
    let rows: [Int64??] = try database.first(
      "SELECT said FROM membership WHERE source = ? AND photo = ?",
      each: records.map { [SQLValue(source), SQLValue($0.id)] }
    ) { $0.isNull(0) ? nil : $0.integer(0) }
    var said: [Int64?] = []
    for (record, row) in zip(records, rows) {
      if let row {
        said.append(row ?? record.metadataDigest)
      } else {
        said.append(try firstWords(of: record, by: source, inPass: pass))
      }
    }
    return said
  }

  /// The same of a photo that the source has not listed.
  private func firstWords(
    of record: PhotoRecord, by source: Int64, inPass pass: Int64?
  ) throws(CatalogError) -> Int64? {
    // The pass whose page is being admitted has its doubt already.
    guard try isWindow(record.source, pass: nil) else { return nil }
    return try isWindow(source, pass: pass) ? nil : record.metadataDigest
  }

  /// Whether a pass showed a window of its source, by default the latest.
  private func isWindow(_ source: Int64, pass: Int64?) throws(CatalogError) -> Bool {
    try database.rows(
      """
      SELECT doubt IS NOT DISTINCT FROM 'window' FROM pass
      WHERE source = ?1 AND number = coalesce(?2, (SELECT max(number) FROM pass WHERE source = ?1))
      """, SQLValue(source), SQLValue(pass)
    ) { $0.integer(0) != 0 }.first ?? false
  }

  /// Keeps what the other sources said of a photo, whose metadata one source changes.
  func keepSaid(_ digest: Int64, ofPhoto id: Int64, except source: Int64) throws(CatalogError) {
    try database.run(
      """
      UPDATE membership SET said = ?1
      WHERE source IN (SELECT id FROM source WHERE id != ?3) AND photo = ?2 AND said IS NULL
      """, SQLValue(digest), SQLValue(id), SQLValue(source))
  }

  /// Photos of a source that neither a complete pass nor any later pass listed, in the order of their rows.
  ///
  /// - Parameter after: The last row of the previous batch; 0 for the first batch.
  package func unlisted(
    in source: SourceRecord, sincePass pass: Int64, after: Int64, limit: Int
  ) throws(CatalogError) -> [Int64] {
    try database.rows(
      """
      SELECT photo FROM membership WHERE source = ?1 AND photo > ?2 AND last_pass < ?3
        AND EXISTS (
          SELECT 1 FROM pass WHERE source = ?1 AND number = ?3 AND outcome = 'complete')
      ORDER BY photo LIMIT ?4
      """, SQLValue(source.id), SQLValue(after), SQLValue(pass), SQLValue(limit)
    ) { $0.integer(0) }
  }
}

extension Catalog {
  /// Records photos as listed by a pass that did not show them.
  package func noteFound(
    _ ids: [Int64], in source: SourceRecord, pass: Int64
  ) throws(CatalogError) {
    for id in ids {
      try database.run(
        "UPDATE membership SET last_pass = ?3 WHERE source = ?1 AND photo = ?2 AND last_pass < ?3",
        SQLValue(source.id), SQLValue(id), SQLValue(pass))
    }
  }
}

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
  /// - Parameter key: The row of its site, and its key there.
  func keepListing(_ entry: String, of key: [SQLValue]) throws(CatalogError) {
    try database.run(
      """
      INSERT INTO listing (id, entry)
      SELECT id, ?3 FROM photo WHERE site = ?1 AND key = ?2 AND is_mirrored = 0
      ON CONFLICT (id) DO UPDATE SET entry = excluded.entry
      """, with: key + [.text(entry)])
  }

  /// Returns the space of deleted listings to the file system if it is a large part of the file. Call at the
  /// end of a run: until then the next listings use it.
  package func giveBackSpace() throws(CatalogError) {
    // A server does this by itself.
    guard database is SQLiteDatabase else { return }
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
