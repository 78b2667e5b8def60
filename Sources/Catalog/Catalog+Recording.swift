import MirrorCore

/// The results of photos.
extension Catalog {
  /// Records stored photos in one transaction.
  package func record(_ photos: [MirroredPhoto]) throws(CatalogError) {
    try transaction { () throws(CatalogError) in
      for photo in photos {
        try dropListing(ofPhoto: photo.id)
        try database.run(
          """
          UPDATE photo SET is_mirrored = 1, is_deferred = 0, failure = NULL, refused_at = NULL,
            retry_at = NULL, replaced_at = NULL
          WHERE id = ?
          """, SQLValue(photo.id))
        guard database.changes > 0 else { continue }
        try forgetShared(photo.id)
        try endReplacement(ofPhoto: photo.id)
        try recordFile(of: photo)
      }
    }
  }

  /// An adopted file without a label or an address keeps those of its predecessor if it has the same bytes: it may
  /// be the next version, which was stored when its run was killed.
  private func recordFile(of photo: MirroredPhoto) throws(CatalogError) {
    try database.run(
      """
      INSERT INTO file (photo, path, format, width, height, byte_count, sha256, label, refused_label,
        size_reason, address, announced, shown, has_thumbnail, is_unproven, stored_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (photo) DO UPDATE SET path = excluded.path, format = excluded.format,
        width = excluded.width, height = excluded.height, byte_count = excluded.byte_count,
        sha256 = excluded.sha256,
        label = coalesce(excluded.label, iif(sha256 = excluded.sha256, label, NULL)),
        refused_label = excluded.refused_label,
        size_reason = coalesce(
          excluded.size_reason, iif(sha256 = excluded.sha256, size_reason, NULL)),
        address = coalesce(excluded.address, iif(sha256 = excluded.sha256, address, NULL)),
        announced = excluded.announced, shown = coalesce(excluded.shown, shown),
        has_thumbnail = excluded.has_thumbnail, is_unproven = excluded.is_unproven,
        stored_at = excluded.stored_at
      """, SQLValue(photo.id), .text(try ending(of: photo)), .text(photo.format),
      SQLValue(photo.width), SQLValue(photo.height), SQLValue(photo.byteCount),
      .blob([UInt8](hex: photo.sha256)),
      SQLValue(try texts.label(photo.label)),
      SQLValue(photo.refusedLabel), SQLValue(try texts.label(photo.sizeReason?.rawValue ?? "")),
      SQLValue(photo.address), SQLValue(photo.announced), SQLValue(photo.shown),
      SQLValue(photo.hasThumbnail),
      SQLValue(photo.isUnproven), SQLValue(photo.storedAt))
  }

  /// The extension, if the path is the photo's stem with an extension; otherwise the path.
  private func ending(of photo: MirroredPhoto) throws(CatalogError) -> String {
    let stem =
      try database.rows("SELECT stem FROM photo WHERE id = ?", SQLValue(photo.id)) {
        $0.text(0) ?? ""
      }.first ?? ""
    let rest = photo.path.utf8.dropFirst(stem.utf8.count)
    guard photo.path.utf8.starts(with: stem.utf8), rest.first == UInt8(ascii: "."),
      !rest.contains(UInt8(ascii: "/"))
    else {
      return photo.path
    }
    return String(decoding: rest, as: UTF8.self)
  }

  /// Records why a photo is not mirrored. A deferred photo is tried once more at the run's end.
  package func noteFailure(
    ofPhoto id: Int64, reason: String, isDeferred: Bool
  ) throws(CatalogError) {
    try database.run(
      """
      UPDATE photo SET failure = ?1, is_deferred = ?2, retry_at = iif(?2, retry_at, NULL)
      WHERE id = ?3 AND is_mirrored = 0
      """, .text(reason), SQLValue(isDeferred), SQLValue(id))
  }

  /// Records that no thumbnail can be made of a photo.
  package func noteThumbnailLoss(ofPhoto id: Int64) throws(CatalogError) {
    try database.run("UPDATE file SET has_thumbnail = 0 WHERE photo = ?", SQLValue(id))
  }

  /// Records that thumbnails were made, in one transaction.
  package func noteThumbnails(ofPhotos ids: [Int64]) throws(CatalogError) {
    try transaction { () throws(CatalogError) in
      for id in ids {
        try database.run("UPDATE file SET has_thumbnail = 1 WHERE photo = ?", SQLValue(id))
      }
    }
  }

  /// Records that a mirrored photo's file is missing, so that it is fetched again under its old name.
  package func noteLoss(ofPhoto id: Int64) throws(CatalogError) {
    try database.run("UPDATE photo SET is_mirrored = 0 WHERE id = ?", SQLValue(id))
  }

  /// The same for several photos, in one transaction.
  package func noteLosses(ofPhotos ids: [Int64]) throws(CatalogError) {
    try transaction { () throws(CatalogError) in
      for id in ids { try noteLoss(ofPhoto: id) }
    }
  }

  /// Moves a photo to another site. The site must not have a photo with its id.
  package func move(_ id: Int64, toSite site: String) throws(CatalogError) {
    try transaction { () throws(CatalogError) in
      try database.run(
        "UPDATE photo SET site = ? WHERE id = ?", SQLValue(try texts.term(site)), SQLValue(id))
    }
  }
}
