import MirrorCore
import PostgreSQL

/// Queries of photos' rows.
extension Catalog {
  /// The path of a mirrored file, relative to the mirror: for most files the table holds only the extension.
  static let path = """
    CASE WHEN file.path LIKE '.%' AND file.path NOT LIKE '%/%' THEN stem || file.path
      ELSE file.path END
    """

  private static let columns = columns(listing: listing)

  private static func columns(listing: String) -> String {
    """
    photo.id, photo.key, stem, is_mirrored, \(path), \(listing), source, run, refused_at,
    retry_at, failure, address, label.text, coalesce(has_thumbnail, 0), replaced_at,
    departure.state, departure.is_forgotten, departure.since, departure.reason, departure.place,
    file.width, file.height, file.announced, file.shown,
    (SELECT digest FROM metadata WHERE metadata.photo = photo.id),
    CASE file.size_reason WHEN (SELECT id FROM term WHERE text = 'original') THEN 1
      WHEN (SELECT id FROM term WHERE text = 'link refused') THEN 2 ELSE 0 END
    FROM photo LEFT JOIN file ON file.photo = photo.id
      LEFT JOIN term AS label ON label.id = file.label
      LEFT JOIN departure ON departure.photo = photo.id
    """
  }

  /// The rows of the known photos among `photos`.
  package func known(
    _ photos: [String], site: String
  ) throws(CatalogError) -> [String: PhotoRecord] {
    let found = zip(photos, try records(photos.map { ($0, site) }))
    return Dictionary(found.compactMap { photo, record in record.map { (photo, $0) } }) { $1 }
  }

  /// The row of a site's photo; nil if it is unknown.
  package func record(_ photo: String, site: String) throws(CatalogError) -> PhotoRecord? {
    try records([(photo, site)])[0]
  }

  /// The rows of photos by their keys and sites.
  /// - Parameter withListing: Whether they have the entries that were kept.
  func records(
    _ photos: [(key: String, site: String)], withListing: Bool = true
  ) throws(CatalogError) -> [PhotoRecord?] {
    let columns = withListing ? Self.columns : Self.columns(listing: "NULL")
    return try database.first(
      "SELECT \(columns) WHERE photo.site = (SELECT id FROM term WHERE text = ?) AND photo.key = ?",
      each: photos.map { [.text($0.site), .text($0.key)] }, read: Self.photo)
  }

  func records(_ ids: [Int64]) throws(CatalogError) -> [PhotoRecord?] {
    try database.first(
      "SELECT \(Self.columns) WHERE photo.id = ?", each: ids.map { [SQLValue($0)] },
      read: Self.photo)
  }

  /// Whether a row's photo is not mirrored yet, or was replaced at its site and not fetched since; false also
  /// if there is no such row.
  package func isWaiting(_ id: Int64) throws(CatalogError) -> Bool {
    try database.rows(
      "SELECT 1 FROM photo WHERE id = ? AND (is_mirrored = 0 OR replaced_at IS NOT NULL)",
      SQLValue(id)
    ) { _ in true }.first ?? false
  }

  /// Photos of a source that are not mirrored yet: left by earlier runs, or deferred in this one.
  ///
  /// - Parameter onlyDeferred: Leaves out the photos of earlier runs.
  /// - Parameter after: The id of the last row of the previous batch; 0 for the first batch.
  /// - Parameter now: Seconds since 1970; photos that earlier runs left unavailable are omitted until their
  ///   retry time.
  /// - Returns: Possibly fewer than `limit` although there are more, but an empty batch only at the end.
  package func waiting(
    in source: SourceRecord, onlyDeferred: Bool, after: Int64, limit: Int, now: Int64
  ) throws(CatalogError) -> [PhotoRecord] {
    try database.rows(
      """
      SELECT \(Self.columns)
      WHERE source = ?1 AND is_mirrored = 0 AND photo.id > ?2 AND NOT \(Self.isAway)
        AND ((run = ?3 AND is_deferred = 1)
          OR (run < ?3 AND ?4 = 0 AND coalesce(retry_at, ?6) <= ?6))
      ORDER BY photo.id LIMIT ?5
      """, SQLValue(source.id), SQLValue(after), SQLValue(source.run), SQLValue(onlyDeferred),
      SQLValue(limit), SQLValue(now), isPartial: true, read: Self.photo)
  }

  /// Mirrored photos of a source.
  ///
  /// - Parameter after: The id of the last row of the previous batch; 0 for the first batch.
  package func mirrored(
    in source: SourceRecord, after: Int64, limit: Int
  ) throws(CatalogError) -> [PhotoRecord] {
    try database.rows(
      """
      SELECT \(Self.columns) WHERE source = ? AND is_mirrored = 1 AND photo.id > ?
      ORDER BY photo.id LIMIT ?
      """, SQLValue(source.id), SQLValue(after), SQLValue(limit), isPartial: true, read: Self.photo)
  }

  /// Rows of photos in the order of their numbers, whose names are read and can be used.
  func rowsWithNames(after: Int64, limit: Int) throws(CatalogError) -> [Int64] {
    try database.rows(
      "SELECT \(Self.columns(listing: "NULL")) WHERE photo.id > ? ORDER BY photo.id LIMIT ?",
      SQLValue(after), SQLValue(limit)
    ) { row throws(CatalogError) in try Self.photo(row).id }
  }

  /// Photos that failed for a reason, in the order in which they were first listed.
  package func failed(because reason: String, limit: Int) throws(CatalogError) -> [PhotoRecord] {
    try photos(Self.isFailed, because: reason, limit: limit)
  }

  /// Photos that are unavailable for a reason, in the same order.
  package func unavailable(because reason: String, limit: Int) throws(CatalogError) -> [PhotoRecord]
  {
    try photos(Self.isUnavailable, because: reason, limit: limit)
  }

  private func photos(
    _ condition: String, because reason: String, limit: Int
  ) throws(CatalogError) -> [PhotoRecord] {
    try database.rows(
      """
      SELECT \(Self.columns) WHERE \(condition) AND coalesce(failure, '') = ?
      ORDER BY photo.id LIMIT ?
      """, .text(reason), SQLValue(limit), isPartial: true, read: Self.photo)
  }

  private static func photo(_ row: any SQLRow) throws(CatalogError) -> PhotoRecord {
    PhotoRecord(
      id: row.integer(0), photo: row.text(1) ?? "", stem: try row.name(2) ?? "",
      isMirrored: row.integer(3) != 0, path: try row.name(4),
      listing: row.text(5).map { ListedEntry(json: $0) },
      source: row.integer(6), run: row.integer(7),
      refusal: row.isNull(8)
        ? nil
        : Refusal(
          since: row.integer(8), retryAt: row.isNull(9) ? nil : row.integer(9),
          reason: row.text(10) ?? ""), address: row.text(11), label: row.text(12) ?? "",
      thumbnail: thumbnail(row, 13),
      replacedAt: row.isNull(14) ? nil : row.integer(14),
      departure: try departure(row, from: 15), picture: picture(row, from: 20),
      metadataDigest: row.isNull(24) ? nil : row.integer(24))
  }

  private static func picture(_ row: any SQLRow, from column: Int32) -> PictureFacts? {
    guard !row.isNull(column) else { return nil }
    return PictureFacts(
      width: Int(row.integer(column, in: Limit.edge)),
      height: Int(row.integer(column + 1, in: Limit.edge)),
      announced: row.isNull(column + 2) ? nil : row.integer(column + 2),
      shown: row.isNull(column + 3) ? nil : row.integer(column + 3),
      isOriginal: row.integer(column + 5) == 1,
      isLinkRefused: row.integer(column + 5) == 2)
  }
}
