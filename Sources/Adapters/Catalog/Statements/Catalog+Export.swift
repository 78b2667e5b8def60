import MirrorCore
import PostgreSQL
import ProviderKit

/// Which details of photos are read.
package enum ExportedDetails: Sendable {
  case all, places, none
}

extension Catalog {
  /// The photos that the mirror is to have with their metadata, in the order of their rows: those of a batch, or fewer if
  /// they are large. The files of some may be lost. With their history, also those that left the mirror.
  /// - Parameters:
  ///   - after: The row of the last photo of the previous batch; 0 for the first batch.
  ///   - details: Which of the details of each photo are read too, which takes further statements.
  ///   - hasHistory: The same for the events of each.
  /// - Returns: With the row of each; empty after the last photo.
  package func exported(
    after: Int64, limit: Int, details: ExportedDetails = .all, hasHistory: Bool = false
  ) throws(CatalogError) -> [(row: Int64, photo: ExportedPhoto)] {
    try database.reading { () throws(CatalogError) in
      let rows = try database.rows(
        """
        \(Self.exportedColumns) WHERE \(hasHistory ? "(\(Self.isExpected) OR \(Self.isAway))" : Self.isExpected)
          AND photo.id > ? ORDER BY photo.id LIMIT ?
        """, SQLValue(after), SQLValue(limit), isPartial: true, read: Self.exported)
      var photos = try completed(rows, details)
      guard hasHistory else { return photos }
      let events = try history(ofPhotos: photos.map { ($0.row, $0.photo.storedAt) })
      for index in photos.indices { photos[index].photo.history = events[photos[index].row] ?? [] }
      return photos
    }
  }

  /// Some photos with their metadata; those that the mirror is not to have any more are left out.
  /// - Parameter ids: Their rows in ascending order, as many as a batch has.
  package func exported(
    photos ids: [Int64]
  ) throws(CatalogError) -> [(row: Int64, photo: ExportedPhoto)] {
    try database.reading { () throws(CatalogError) in
      let rows = try database.first(
        "\(Self.exportedRows) AND photo.id = ?", each: ids.map { [SQLValue($0)] },
        read: Self.exported)
      return try completed(rows.compactMap(\.self), .all)
    }
  }

  private func completed(
    _ rows: [(Int64, ExportedPhoto)], _ details: ExportedDetails
  ) throws(CatalogError) -> [(row: Int64, photo: ExportedPhoto)] {
    let albums = try albums(ofPhotos: rows.map(\.0))
    let places = details == .places ? try places(ofPhotos: rows.map(\.0)) : [:]
    return try rows.map { row throws(CatalogError) in
      var photo = row.1.photo
      photo.details =
        details == .all
        ? try self.details(ofPhoto: row.0) : places[row.0].map { PhotoDetails(geo: $0) }
      // Somebody else may have written the catalog: its texts are checked as those of a provider.
      let checked = (try? photo.checked()) ?? Photo(id: photo.id, site: photo.site, owner: "")
      return (row.0, row.1.with(checked, albums[row.0] ?? []))
    }
  }

  /// What ``exported(_:)`` reads: photos that the mirror is to have, to which a condition is added.
  static let exportedRows = exportedColumns + " WHERE \(isExpected)"

  private static let exportedColumns = """
    SELECT \(metadataColumns), photo.id, \(path), format, width, height, file.byte_count,
      file.sha256, stored_at, coalesce(privacy, 'public') != 'public', has_thumbnail, stem,
      accepted.sha256
    FROM photo JOIN file ON file.photo = photo.id
      LEFT JOIN accepted ON accepted.photo = photo.id AND original = file.sha256
      LEFT JOIN metadata ON metadata.photo = photo.id
      \(metadataTexts)
    """

  private static func exported(_ row: any SQLRow) throws(CatalogError) -> (Int64, ExportedPhoto) {
    let path = try row.name(18) ?? ""
    let photo = ExportedPhoto(
      photo: photo(row), path: path, format: row.text(19) ?? "",
      width: Int(row.integer(20, in: Limit.edge)), height: Int(row.integer(21, in: Limit.edge)),
      byteCount: row.integer(22, in: Limit.bytes), sha256: row.hex(23),
      storedAt: row.integer(24, in: Limit.seconds), isPrivate: row.integer(25) != 0,
      thumbnail: thumbnail(row, 26).path(stem: try row.name(27) ?? "", picture: path))
    return (row.integer(17), photo)
  }

  /// Keeps more of the file in memory, for many readings of the same photos.
  package func keepMoreInMemory() throws(CatalogError) {
    guard database is SQLiteDatabase else { return }
    try database.execute("PRAGMA cache_size = -40960")
  }

  /// The captions of photos that the mirror is to have, by row.
  package func captions(ofPhotos ids: [Int64]) throws(CatalogError) -> [Int64: PhotoCaption] {
    // Neighbours are read together.
    let ids = ids.sorted()
    let captions = try database.reading { () throws(CatalogError) in
      try database.first(
        """
        SELECT substr(title, 1, 300), substr(owner.name, 1, 300), media, \(Self.path), has_thumbnail, stem
        FROM photo JOIN file ON file.photo = photo.id
          LEFT JOIN metadata ON metadata.photo = photo.id LEFT JOIN owner ON owner.id = metadata.owner
        WHERE \(Self.isExpected) AND photo.id = ?
        """, each: ids.map { [SQLValue($0)] }
      ) { (row) throws(CatalogError) in
        let path = try row.name(3) ?? ""
        return PhotoCaption(
          title: (row.text(0) ?? "").cleaned(to: JointLimits.text),
          ownerName: row.text(1)?.cleaned(to: JointLimits.text),
          media: row.text(2).flatMap(MediaKind.init), path: path,
          thumbnail: Self.thumbnail(row, 4).path(stem: try row.name(5) ?? "", picture: path))
      }
    }
    let found = zip(ids, captions).compactMap { id, caption in caption.map { (id, $0) } }
    return Dictionary(found) { first, _ in first }
  }

  /// The column `has_thumbnail`; a number that no version wrote counts as none.
  static func thumbnail(_ row: any SQLRow, _ column: Int32) -> StoredThumbnail {
    StoredThumbnail(rawValue: Int(clamping: row.integer(column))) ?? .absent
  }

  /// Where photos were taken, in words.
  /// - Parameter ids: Rows in ascending order.
  private func places(ofPhotos ids: [Int64]) throws(CatalogError) -> [Int64: PhotoGeo] {
    guard let first = ids.first, let last = ids.last else { return [:] }
    let rows = try database.rows(
      """
      SELECT photo, content FROM detail
      WHERE part = 'geo' AND content IS NOT NULL AND photo BETWEEN ? AND ?
      """, SQLValue(first), SQLValue(last)
    ) { ($0.integer(0), DetailText.read(.geo, $0.text(1) ?? "")) }
    return Dictionary(rows.compactMap { row, read in read.geo.map { (row, $0) } }) { $1 }
  }

  /// The albums of photos.
  /// - Parameter ids: Rows in ascending order.
  private func albums(
    ofPhotos ids: [Int64]
  ) throws(CatalogError) -> [Int64: [ExportedPhoto.Membership]] {
    guard let first = ids.first, let last = ids.last else { return [:] }
    let rows = try database.rows(
      """
      SELECT photo, key, title, album_member.position
      FROM album_member JOIN album ON album.id = album_member.album
      WHERE photo BETWEEN ? AND ? ORDER BY photo, title, album.id
      """, SQLValue(first), SQLValue(last)
    ) { row in
      let text = { (column: Int32) in (row.text(column) ?? "").cleaned(to: JointLimits.text) }
      return (
        row.integer(0),
        ExportedPhoto.Membership(
          album: text(1), title: text(2), position: Int(clamping: row.integer(3)))
      )
    }
    return Dictionary(grouping: rows, by: \.0).mapValues { $0.map(\.1) }
  }
}

extension ExportedPhoto {
  fileprivate func with(_ photo: Photo, _ albums: [Membership]) -> ExportedPhoto {
    ExportedPhoto(
      photo: photo, path: path, format: format, width: width, height: height,
      byteCount: byteCount, sha256: sha256, storedAt: storedAt, isPrivate: isPrivate,
      albums: albums, thumbnail: thumbnail)
  }
}
