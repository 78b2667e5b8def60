import MirrorCore
import ProviderKit

extension Catalog {
  /// Records a page of a listing in one transaction, and returns the records of the wanted photos, in order.
  ///
  /// A known photo keeps its name; until it is mirrored, its listing is updated, and it becomes a photo of
  /// `source`. If another photo has the name (ignoring case), the provider's name is appended, and if that is
  /// taken too, a number.
  ///
  /// - Parameters:
  ///   - pass: The number of the source's pass that the page belongs to; nil if it belongs to none, and no
  ///     membership is recorded.
  ///   - seconds: The current time, since 1970.
  package func admit(
    _ page: PageAdmission, provider: String, source: SourceRecord, pass: Int64?, at seconds: Int64
  ) throws(CatalogError) -> [PhotoRecord] {
    let new = page.wanted.map { NewPhoto($0) }
    return try transaction { () throws(CatalogError) in
      for id in page.lost { try noteLoss(ofPhoto: id) }
      for id in page.listedAgain { try endDeparture(ofPhoto: id) }
      try noteListed(page.unavailable, in: source)
      try noteAddresses(of: page, at: seconds)
      var place: MembershipPlace?
      if let pass {
        let start = try count(page, inPass: pass, of: source)
        place = MembershipPlace(source: source.id, pass: pass, start: start)
      }
      for photo in page.known {
        if let metadata = photo.photo {
          try keepMetadata(metadata, ofPhoto: photo.id, listedBy: source.id)
        }
        if let place {
          try noteMembership(of: photo.id, at: photo.index, in: place, said: photo.said)
        }
      }
      let records = try admit(new, provider, source, place)
      if let album = page.album { try note(album, isWhole: page.refused == 0) }
      return records
    }
  }

  /// Records photos that belong to no pass.
  package func admit(
    _ photos: [NewPhoto], provider: String, source: SourceRecord
  ) throws(CatalogError) -> [PhotoRecord] {
    try transaction { () throws(CatalogError) in try admit(photos, provider, source, nil) }
  }

  private func admit(
    _ photos: [NewPhoto], _ provider: String, _ source: SourceRecord, _ place: MembershipPlace?
  ) throws(CatalogError) -> [PhotoRecord] {
    var records: [PhotoRecord] = []
    for photo in photos {
      let record = try admit(photo, site: photo.site ?? provider, provider, source)
      if let place { try noteMembership(of: record.id, at: photo.index, in: place) }
      records.append(record)
    }
    return records
  }

  private func admit(
    _ photo: NewPhoto, site: String, _ provider: String, _ source: SourceRecord
  ) throws(CatalogError) -> PhotoRecord {
    let siteID = try texts.term(site)
    try database.run(
      """
      UPDATE photo SET failure = iif(is_deferred, NULL, failure), is_deferred = 0, source = ?, run = ?
      WHERE site = ? AND key = ? AND is_mirrored = 0
      """, SQLValue(source.id), SQLValue(source.run), SQLValue(siteID), .text(photo.photo))
    if database.changes == 0 {
      try insert(photo, site: siteID, stem: try freeStem(for: photo, provider), source)
    }
    try keepListing(of: photo, site: siteID)
    guard var record = try record(photo.photo, site: site) else {
      throw CatalogError(.statement, "the catalog \(database.path) lost the photo \(photo.photo)")
    }
    if !record.isMirrored, let metadata = photo.metadata {
      try keepMetadata(metadata, ofPhoto: record.id)
      record.metadataDigest = metadata.digest
    }
    return record
  }

  /// Has no effect if the photo is known.
  private func insert(
    _ photo: NewPhoto, site: Int64, stem: String, _ source: SourceRecord
  ) throws(CatalogError) {
    try database.run(
      """
      INSERT INTO photo (site, key, source, stem, run) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (site, key) DO NOTHING
      """, SQLValue(site), .text(photo.photo), SQLValue(source.id), .text(stem),
      SQLValue(source.run))
    guard database.changes > 0 else { return }
    try database.run(
      "INSERT INTO name (hash, photo) VALUES (?, last_insert_rowid())",
      SQLValue(NameHash.of(stem)))
  }

  private func freeStem(
    for photo: NewPhoto, _ provider: String
  ) throws(CatalogError) -> String {
    if try isFree(photo.stem) { return photo.stem }
    let stem = photo.stem + "_" + provider
    if try isFree(stem) { return stem }
    // Starts at the next row's number, so that photos with the same name do not all try all numbers.
    var number = try nextRow()
    while try !isFree("\(stem)_\(number)") { number &+= 1 }
    return "\(stem)_\(number)"
  }

  private func isFree(_ stem: String) throws(CatalogError) -> Bool {
    try database.rows("SELECT 1 FROM name WHERE hash = ?", SQLValue(NameHash.of(stem))) { _ in
      true
    }.isEmpty
  }

  private func nextRow() throws(CatalogError) -> Int64 {
    try database.rows("SELECT coalesce(max(id), 0) + 1 FROM photo") { $0.integer(0) }.first ?? 1
  }
}

extension Catalog {
  /// Records the addresses that a page gives for mirrored photos.
  func noteAddresses(of page: PageAdmission, at seconds: Int64) throws(CatalogError) {
    for (id, address) in page.learned {
      try database.run(
        "UPDATE file SET address = ? WHERE photo = ? AND address IS NULL", .text(address),
        SQLValue(id))
    }
    for (id, announced) in page.announced {
      try database.run(
        "UPDATE file SET announced = ? WHERE photo = ?", SQLValue(announced), SQLValue(id))
    }
    for (id, mark) in page.shown {
      try database.run("UPDATE file SET shown = ? WHERE photo = ?", SQLValue(mark), SQLValue(id))
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
