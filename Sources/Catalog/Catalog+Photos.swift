import MirrorCore

/// A photo as a listing brought it, before the catalog knows it.
package struct NewPhoto: Sendable, Hashable {
  /// Its id, unique within the site.
  package let photo: String
  /// Whose photo it is; nil: the provider's name stands for the site.
  package let site: String?
  /// Where its file will stand, relative to the mirror, without extension.
  package let stem: String
  /// The listing's entry as JSON, kept until the photo is mirrored.
  package let listing: String

  package init(photo: String, site: String? = nil, stem: String, listing: String) {
    self.photo = photo
    self.site = site
    self.stem = stem
    self.listing = listing
  }
}

extension Catalog {
  private static let columns = """
    id, key, stem, is_mirrored, path, \(listing), source, run, refused_at, retry_at, failure,
    address, label, has_thumbnail, replaced_at
    """

  /// Notes a page's photos in one transaction, and gives the row of each, in order.
  ///
  /// A photo that is known keeps its name; while it is not mirrored, its listing is brought up to date,
  /// and it becomes one of `source`. A name that another photo has (case ignored) gets the provider's name added, and
  /// where that is taken too, a number.
  package func admit(
    _ photos: [NewPhoto], provider: String, source: SourceRecord
  ) throws(CatalogError) -> [PhotoRecord] {
    try database.transaction { () throws(CatalogError) in
      var records: [PhotoRecord] = []
      for photo in photos {
        try admit(photo, provider: provider, source: source)
        try keepListing(of: photo, site: photo.site ?? provider)
        records += try record(photo.photo, site: photo.site ?? provider).map { [$0] } ?? []
      }
      return records
    }
  }

  private func admit(
    _ photo: NewPhoto, provider: String, source: SourceRecord
  ) throws(CatalogError) {
    let site = photo.site ?? provider
    try database.run(
      """
      UPDATE photo SET failure = iif(is_deferred, NULL, failure), is_deferred = 0, source = ?, run = ?
      WHERE site = ? AND key = ? AND is_mirrored = 0
      """, SQLValue(source.id), SQLValue(source.run), .text(site), .text(photo.photo))
    guard database.changes == 0 else { return }
    var stem = photo.stem
    if try insert(photo, as: stem, site: site, source: source) { return }
    // Where it is not known after that, its name was taken.
    guard try record(photo.photo, site: site) == nil else { return }
    stem += "_" + provider
    if try insert(photo, as: stem, site: site, source: source) { return }
    // From the next row's number on, so that many of one name do not all try all numbers.
    var number = try nextRow()
    while try !insert(photo, as: "\(stem)_\(number)", site: site, source: source) {
      number &+= 1
    }
  }

  private func nextRow() throws(CatalogError) -> Int64 {
    try database.rows("SELECT coalesce(max(id), 0) + 1 FROM photo") { $0.integer(0) }.first ?? 1
  }

  /// False where the photo is known or the name is taken.
  private func insert(
    _ photo: NewPhoto, as stem: String, site: String, source: SourceRecord
  ) throws(CatalogError) -> Bool {
    try database.run(
      """
      INSERT INTO photo (site, key, source, stem, stem_key, run)
      VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
      """, .text(site), .text(photo.photo), SQLValue(source.id), .text(stem),
      .text(stem.lowercased()), SQLValue(source.run))
    return database.changes > 0
  }

  /// The rows of those of `photos` that are known.
  package func known(
    _ photos: [String], site: String
  ) throws(CatalogError) -> [String: PhotoRecord] {
    var known: [String: PhotoRecord] = [:]
    for photo in photos { known[photo] = try record(photo, site: site) }
    return known
  }

  /// The row of a site's photo; nil where it is not known.
  package func record(_ photo: String, site: String) throws(CatalogError) -> PhotoRecord? {
    try database.rows(
      "SELECT \(Self.columns) FROM photo WHERE site = ? AND key = ?", .text(site), .text(photo),
      read: Self.photo
    ).first
  }

  /// Makes a photo one of a site. The site must have no photo of its id yet.
  package func move(_ id: Int64, toSite site: String) throws(CatalogError) {
    try database.run("UPDATE photo SET site = ? WHERE id = ?", .text(site), SQLValue(id))
  }

  /// Photos of a source that wait: left by earlier runs, or deferred in this one.
  ///
  /// - Parameter onlyDeferred: leave out what earlier runs left.
  /// - Parameter after: the last row's id of the part before; 0 for the first part.
  /// - Parameter now: seconds since 1970; what earlier runs left unavailable is left out before its time.
  /// - Returns: fewer than `limit` also where there are more, but none only at the end.
  package func waiting(
    in source: SourceRecord, onlyDeferred: Bool, after: Int64, limit: Int, now: Int64
  ) throws(CatalogError) -> [PhotoRecord] {
    try database.rows(
      """
      SELECT \(Self.columns) FROM photo
      WHERE source = ?1 AND is_mirrored = 0 AND id > ?2
        AND ((run = ?3 AND is_deferred = 1)
          OR (run < ?3 AND ?4 = 0 AND coalesce(retry_at, ?6) <= ?6))
      ORDER BY id LIMIT ?5
      """, SQLValue(source.id), SQLValue(after), SQLValue(source.run), SQLValue(onlyDeferred),
      SQLValue(limit), SQLValue(now), isPartial: true, read: Self.photo)
  }

  /// Records stored photos in one transaction.
  package func record(_ photos: [MirroredPhoto]) throws(CatalogError) {
    try database.transaction { () throws(CatalogError) in
      for photo in photos {
        try dropListing(ofPhoto: photo.id)
        try database.run(
          """
          UPDATE photo SET is_mirrored = 1, is_deferred = 0, failure = NULL, refused_at = NULL,
            retry_at = NULL, replaced_at = NULL, path = ?, format = ?, width = ?, height = ?,
            byte_count = ?, sha256 = ?, label = coalesce(nullif(?, ''), label, ''),
            refused_label = ?, address = coalesce(?, address), has_thumbnail = ?,
            is_unproven = ?, stored_at = ?
          WHERE id = ?
          """, .text(photo.path), .text(photo.format), SQLValue(photo.width),
          SQLValue(photo.height), SQLValue(photo.byteCount), .text(photo.sha256),
          .text(photo.label), SQLValue(photo.refusedLabel), SQLValue(photo.address),
          SQLValue(photo.hasThumbnail), SQLValue(photo.isUnproven), SQLValue(photo.storedAt),
          SQLValue(photo.id))
      }
    }
  }

  /// Notes why a photo is not mirrored. A deferred one is tried once more at the run's end.
  package func noteFailure(
    ofPhoto id: Int64, reason: String, isDeferred: Bool
  ) throws(CatalogError) {
    try database.run(
      """
      UPDATE photo SET failure = ?1, is_deferred = ?2, retry_at = iif(?2, retry_at, NULL)
      WHERE id = ?3 AND is_mirrored = 0
      """, .text(reason), SQLValue(isDeferred), SQLValue(id))
  }

  /// Photos that failed for a reason, those that were listed first before the others.
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
      SELECT \(Self.columns) FROM photo WHERE \(condition) AND coalesce(failure, '') = ?
      ORDER BY id LIMIT ?
      """, .text(reason), SQLValue(limit), isPartial: true, read: Self.photo)
  }

  /// Mirrored photos that a source brought.
  ///
  /// - Parameter after: the last row's id of the part before; 0 for the first part.
  package func mirrored(
    in source: SourceRecord, after: Int64, limit: Int
  ) throws(CatalogError) -> [PhotoRecord] {
    try database.rows(
      """
      SELECT \(Self.columns) FROM photo WHERE source = ? AND is_mirrored = 1 AND id > ?
      ORDER BY id LIMIT ?
      """, SQLValue(source.id), SQLValue(after), SQLValue(limit), isPartial: true, read: Self.photo)
  }

  /// Notes that no thumbnail can be made of a photo.
  package func noteThumbnailLoss(ofPhoto id: Int64) throws(CatalogError) {
    try database.run("UPDATE photo SET has_thumbnail = 0 WHERE id = ?", SQLValue(id))
  }

  /// Notes that a mirrored photo's file is gone, so that it is fetched again under its old name.
  package func noteLoss(ofPhoto id: Int64) throws(CatalogError) {
    try database.run("UPDATE photo SET is_mirrored = 0 WHERE id = ?", SQLValue(id))
  }

  /// Whether a row's photo is still to be mirrored; false also where there is no such row.
  package func isWaiting(_ id: Int64) throws(CatalogError) -> Bool {
    try database.rows("SELECT 1 FROM photo WHERE id = ? AND is_mirrored = 0", SQLValue(id)) { _ in
      true
    }.first ?? false
  }

  private static func photo(_ row: Statement) throws(CatalogError) -> PhotoRecord {
    PhotoRecord(
      id: row.integer(0), photo: row.text(1) ?? "", stem: try row.name(2) ?? "",
      isMirrored: row.integer(3) != 0, path: try row.name(4),
      listing: row.text(5).map { ListedEntry(json: $0) },
      source: row.integer(6), run: row.integer(7),
      refusal: row.text(8) == nil
        ? nil
        : Refusal(
          since: row.integer(8), retryAt: row.text(9) == nil ? nil : row.integer(9),
          reason: row.text(10) ?? ""), address: row.text(11), label: row.text(12) ?? "",
      hasThumbnail: row.integer(13) != 0,
      replacedAt: row.text(14) == nil ? nil : row.integer(14))
  }
}
