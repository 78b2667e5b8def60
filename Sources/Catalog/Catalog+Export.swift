import MirrorCore
import PostgreSQL
import ProviderKit

extension Catalog {
  /// Mirrored photos with their metadata, in the order of their rows.
  /// - Parameter after: The row of the last photo of the previous batch; 0 for the first batch.
  /// - Returns: With the row of each.
  package func exported(
    after: Int64, limit: Int
  ) throws(CatalogError) -> [(row: Int64, photo: ExportedPhoto)] {
    let rows = try database.rows(
      """
      SELECT photo.id, photo.key, site.text, \(Self.path), format, width, height, byte_count,
        sha256, stored_at, coalesce(privacy, 'public') != 'public'
      FROM photo JOIN file ON file.photo = photo.id
        LEFT JOIN metadata ON metadata.photo = photo.id LEFT JOIN term AS site ON site.id = photo.site
      WHERE is_mirrored = 1 AND photo.id > ? ORDER BY photo.id LIMIT ?
      """, SQLValue(after), SQLValue(limit)
    ) { (row) throws(CatalogError) in
      let photo = Photo(id: row.text(1) ?? "", site: row.text(2), owner: "")
      return (
        row.integer(0),
        ExportedPhoto(
          photo: photo, path: try row.name(3) ?? "", format: row.text(4) ?? "",
          width: Int(row.integer(5, in: Limit.edge)), height: Int(row.integer(6, in: Limit.edge)),
          byteCount: row.integer(7, in: Limit.bytes), sha256: row.hex(8),
          storedAt: row.integer(9, in: Limit.seconds), isPrivate: row.integer(10) != 0)
      )
    }
    var photos: [(row: Int64, photo: ExportedPhoto)] = []
    let albums = try albums(ofPhotos: rows.map(\.0))
    for (id, file) in rows {
      // Somebody else may have written the catalog: its texts are checked as those of a provider.
      let metadata = try metadata(ofPhoto: id).flatMap { try? $0.checked() }
      photos.append(
        (
          id,
          ExportedPhoto(
            photo: metadata ?? file.photo, path: file.path, format: file.format, width: file.width,
            height: file.height, byteCount: file.byteCount, sha256: file.sha256,
            storedAt: file.storedAt, isPrivate: file.isPrivate, albums: albums[id] ?? [])
        ))
    }
    return photos
  }

  /// The albums of photos. Reads the members of all albums: there is no index by photo, which nothing else needs.
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
