import MirrorCore
import PostgreSQL

/// The results of photos.
extension Catalog {
  /// Records stored photos in one transaction.
  package func record(_ photos: [MirroredPhoto]) throws(CatalogError) {
    try transaction { () throws(CatalogError) in try recordAll(photos) }
  }

  /// Call in a transaction. The rows of photos come first, as in a page's transaction: on a server, two transactions
  /// that lock rows in different orders wait for each other.
  func recordAll(_ photos: [MirroredPhoto]) throws(CatalogError) {
    let ids = photos.map(\.id)
    try note(.repaired, ofPhotos: ids, where: "is_mirrored = 0 AND state IS NULL")
    try note(.replaced, ofPhotos: ids, where: "state = 'replacing'", detail: "place")
    var known = try markMirrored(ids, areMirrored: false)
    known.formUnion(try markMirrored(ids.filter { !known.contains($0) }, areMirrored: true))
    for photo in photos { try dropListing(ofPhoto: photo.id) }
    try noteNewSidecars(ofPhotos: ids)
    let recorded = photos.filter { known.contains($0.id) }
    let stems = try database.first(
      "SELECT stem FROM photo WHERE id = ?", each: recorded.map { [SQLValue($0.id)] }
    ) { $0.text(0) ?? "" }
    for (photo, stem) in zip(recorded, stems) {
      try forgetShared(photo.id)
      try endReplacement(ofPhoto: photo.id)
      try recordFile(of: photo, Self.ending(of: photo.path, stem: stem ?? ""))
    }
  }

  /// - Returns: Those that were there.
  private func markMirrored(
    _ ids: [Int64], areMirrored: Bool
  ) throws(CatalogError) -> Set<Int64> {
    let isFound = try updatePhotos(
      """
      is_mirrored = 1, is_deferred = 0, failure = NULL, refused_at = NULL, retry_at = NULL,
        replaced_at = NULL
      """, where: "id = ?", areMirrored: areMirrored, each: ids.map { [SQLValue($0)] })
    return Set(zip(ids, isFound).filter(\.1).map(\.0))
  }

  /// An adopted file without a label or an address keeps those of its predecessor if it has the same bytes: it may
  /// be the next version, which was stored when its run was killed.
  /// - Parameter ending: See ``ending(of:stem:)``.
  private func recordFile(of photo: MirroredPhoto, _ ending: String) throws(CatalogError) {
    try database.run(
      """
      INSERT INTO file (photo, path, format, width, height, byte_count, sha256, label, refused_label,
        size_reason, address, announced, shown, has_thumbnail, is_unproven, stored_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (photo) DO UPDATE SET path = excluded.path, format = excluded.format,
        width = excluded.width, height = excluded.height, byte_count = excluded.byte_count,
        sha256 = excluded.sha256,
        label = coalesce(excluded.label, CASE WHEN file.sha256 = excluded.sha256 THEN file.label END),
        refused_label = excluded.refused_label,
        size_reason = coalesce(
          excluded.size_reason, CASE WHEN file.sha256 = excluded.sha256 THEN file.size_reason END),
        address = coalesce(excluded.address, CASE WHEN file.sha256 = excluded.sha256 THEN file.address END),
        announced = excluded.announced, shown = coalesce(excluded.shown, file.shown),
        has_thumbnail = excluded.has_thumbnail, is_unproven = excluded.is_unproven,
        stored_at = excluded.stored_at
      """, SQLValue(photo.id), .text(ending), .text(photo.format),
      SQLValue(photo.width), SQLValue(photo.height), SQLValue(photo.byteCount),
      .blob([UInt8](hex: photo.sha256)),
      SQLValue(try texts.label(photo.label)),
      SQLValue(photo.refusedLabel), SQLValue(try texts.label(photo.sizeReason?.rawValue ?? "")),
      SQLValue(photo.address), SQLValue(photo.announced), SQLValue(photo.shown),
      SQLValue(photo.thumbnail.rawValue),
      SQLValue(photo.isUnproven), SQLValue(photo.storedAt))
  }

  /// The extension, if the path is the photo's stem with an extension; otherwise the path.
  private static func ending(of path: String, stem: String) -> String {
    let rest = path.utf8.dropFirst(stem.utf8.count)
    guard path.utf8.starts(with: stem.utf8), rest.first == UInt8(ascii: "."),
      !rest.contains(UInt8(ascii: "/"))
    else { return path }
    return String(decoding: rest, as: UTF8.self)
  }

  /// Records why a photo is not mirrored. A deferred photo is tried once more at the run's end.
  package func noteFailure(
    ofPhoto id: Int64, reason: String, isDeferred: Bool
  ) throws(CatalogError) {
    try database.run(
      """
      UPDATE photo SET failure = ?1, failed_at = ?4, is_deferred = ?2,
        retry_at = CASE WHEN ?2 = 1 THEN retry_at END
      WHERE id = ?3 AND is_mirrored = 0
      """, .text(reason), SQLValue(isDeferred), SQLValue(id), SQLValue(Catalog.now()))
  }

  /// Records which thumbnails photos have, by the photos' rows, in one transaction.
  package func noteThumbnails(_ thumbnails: [Int64: StoredThumbnail]) throws(CatalogError) {
    try transaction { () throws(CatalogError) in
      _ = try database.update(
        "UPDATE file SET has_thumbnail = ? WHERE photo = ?",
        each: thumbnails.sorted { $0.key < $1.key }.map {
          [SQLValue($0.value.rawValue), SQLValue($0.key)]
        })
    }
  }

  /// Records that a mirrored photo's file is missing, so that it is fetched again under its old name.
  package func noteLoss(ofPhoto id: Int64) throws(CatalogError) {
    try noteLosses(ofPhotos: [id])
  }

  /// The same for several photos, in one transaction.
  package func noteLosses(ofPhotos ids: [Int64]) throws(CatalogError) {
    try transaction { () throws(CatalogError) in try recordLosses(ofPhotos: ids) }
  }

  /// Call in a transaction.
  func recordLosses(ofPhotos ids: [Int64]) throws(CatalogError) {
    _ = try updatePhotos(
      "is_mirrored = 0", where: "id = ?", areMirrored: true, each: ids.map { [SQLValue($0)] })
  }
}
