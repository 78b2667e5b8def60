import MirrorCore
import PostgreSQL
import ProviderKit

extension Catalog {
  /// Records a page of a listing in one transaction, and returns the records of the wanted photos, in order,
  /// without their listings.
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
      try recordLosses(ofPhotos: page.lost)
      for id in page.listedAgain { try endDeparture(ofPhoto: id) }
      try noteListed(page.unavailable, in: source)
      try noteAddresses(of: page, at: seconds)
      var place: MembershipPlace?
      if let pass {
        let start = try count(page, inPass: pass, of: source)
        place = MembershipPlace(source: source.id, pass: pass, start: start)
      }
      try keepMetadata(
        page.known.compactMap { known in known.photo.map { (known.id, $0) } }, listedBy: source.id)
      if let place {
        for photo in page.known {
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
    guard !photos.isEmpty else { return [] }
    var keys: [[SQLValue]] = []
    for photo in photos {
      keys.append([SQLValue(try texts.term(photo.site ?? provider)), .text(photo.photo)])
    }
    let waiting = try takeOver(keys, source)
    let unknown = photos.indices.filter { !waiting[$0] }
    try insert(unknown.map { (photos[$0].stem, keys[$0]) }, provider, source)
    for (index, key) in keys.enumerated() { try keepListing(photos[index].listing, of: key) }
    var records = try self.records(
      photos.map { ($0.photo, $0.site ?? provider) }, withListing: false)
    try keepMetadata(
      zip(photos, records).compactMap { photo, record in
        guard let record, !record.isMirrored else { return nil }
        return photo.metadata.map { (record.id, $0) }
      })
    for (index, photo) in photos.enumerated() {
      guard let record = records[index] else {
        throw CatalogError(.statement, "the catalog \(database.path) lost the photo \(photo.photo)")
      }
      if !record.isMirrored, let metadata = photo.metadata {
        records[index]?.metadataDigest = metadata.digest
      }
      if let place { try noteMembership(of: record.id, at: photo.index, in: place) }
    }
    return records.compactMap(\.self)
  }

  /// Makes photos that are not mirrored those of a source.
  /// - Returns: Which there are.
  private func takeOver(
    _ keys: [[SQLValue]], _ source: SourceRecord
  ) throws(CatalogError) -> [Bool] {
    // Locked on a server, so that no worker stores one meanwhile.
    let found = try database.first(
      """
      SELECT id, source FROM photo WHERE site = ? AND key = ? AND is_mirrored + 0 = 0
      \(database is ServerDatabase ? "FOR UPDATE" : "")
      """, each: keys
    ) { (id: $0.integer(0), source: $0.integer(1)) }
    for photo in found.compactMap(\.self) {
      tally[photo.source, default: TallyChange()].missing -= 1
      tally[source.id, default: TallyChange()].missing += 1
      try database.run(
        """
        UPDATE photo SET failure = CASE WHEN is_deferred = 0 THEN failure END, is_deferred = 0,
          source = ?, run = ?
        WHERE id = ?
        """, SQLValue(source.id), SQLValue(source.run), SQLValue(photo.id))
    }
    return found.map { $0 != nil }
  }

  /// Has no effect on photos that are known. A name is given once, also within the page.
  /// - Parameter photos: With the row of their site, and their key.
  private func insert(
    _ photos: [(stem: String, key: [SQLValue])], _ provider: String, _ source: SourceRecord
  ) throws(CatalogError) {
    let hashes = photos.map { NameHash.of($0.stem) }
    let isTaken = try database.first(Self.nameByHash, each: hashes.map { [SQLValue($0)] }) { _ in
      true
    }
    var given: Set<Int64> = []
    var names: [Int64] = []
    var rows: [[SQLValue]] = []
    for (index, (stem, key)) in photos.enumerated() {
      var (free, hash) = (stem, hashes[index])
      if isTaken[index] != nil || given.contains(hash) {
        free = try freeStem(stem + "_" + provider, given, after: rows.count)
        hash = NameHash.of(free)
      }
      given.insert(hash)
      names.append(hash)
      rows.append(key + [SQLValue(source.id), .text(free), SQLValue(source.run)])
    }
    let ids = try database.first(
      """
      INSERT INTO photo (site, key, source, stem, run) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (site, key) DO NOTHING RETURNING id
      """, each: rows
    ) { $0.integer(0) }
    tally[source.id, default: TallyChange()].missing += Int64(ids.count { $0 != nil })
    for (name, id) in zip(names, ids) {
      guard let id else { continue }
      try database.run(
        "INSERT INTO name (hash, photo) VALUES (?, ?)", SQLValue(name), SQLValue(id))
    }
  }

  private static let nameByHash = "SELECT 1 FROM name WHERE hash = ?"

  /// `stem`, or with a number.
  /// - Parameter count: The number of photos of the page that are inserted before.
  private func freeStem(
    _ stem: String, _ given: Set<Int64>, after count: Int
  ) throws(CatalogError) -> String {
    func isFree(_ stem: String) throws(CatalogError) -> Bool {
      let hash = NameHash.of(stem)
      guard !given.contains(hash) else { return false }
      return try database.rows(Self.nameByHash, SQLValue(hash)) { _ in true }.isEmpty
    }
    if try isFree(stem) { return stem }
    // Starts at the photo's row, so that photos with the same name do not all try all numbers.
    var number = try nextRow() &+ Int64(count)
    while try !isFree("\(stem)_\(number)") { number &+= 1 }
    return "\(stem)_\(number)"
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
