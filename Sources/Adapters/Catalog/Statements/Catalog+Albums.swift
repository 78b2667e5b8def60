import MirrorCore
import PostgreSQL
import ProviderKit

/// Albums and their members.
///
/// `album.reading` numbers the readings of an album's parts; a member has the number of the last reading
/// that contained it. `album.read_to` is the place up to which the current reading has come without a gap;
/// NULL after a gap, and when the reading is complete.
extension Catalog {
  /// Records a part of an album. Its photos are in the catalog. Call within a transaction.
  /// - Parameter isWhole: Whether the page had no invalid entry.
  func note(_ album: AlbumAdmission, isWhole: Bool) throws(CatalogError) {
    let id = try keep(album.part.album, site: album.site)
    try noteSetting(Self.albumTags, Self.dueAlbumTags)
    let part = album.part
    if part.start == 0 {
      try database.run(
        "UPDATE album SET reading = reading + 1, read_to = 0 WHERE id = ?", SQLValue(id))
    }
    let end = part.next ?? part.start + album.members.count
    try database.run(
      """
      UPDATE album SET read_to = CASE WHEN ?3 = 0 OR read_to < ?2 THEN NULL
        WHEN read_to < ?4 THEN ?4 ELSE read_to END
      WHERE id = ?1
      """, SQLValue(id), SQLValue(part.start), SQLValue(isWhole), SQLValue(end))
    for (index, member) in album.members.enumerated() {
      try note(member, of: id, at: part.start + index)
    }
    guard part.next == nil else { return }
    try database.run(
      """
      DELETE FROM album_member WHERE album = ?1 AND reading < (
        SELECT reading FROM album WHERE id = ?1 AND read_to IS NOT NULL)
      """, SQLValue(id))
    try database.run(
      """
      UPDATE album SET is_complete = CASE WHEN read_to IS NULL THEN is_complete ELSE 1 END,
        read_to = NULL
      WHERE id = ?
      """, SQLValue(id))
  }

  /// Updates the album's texts.
  /// - Returns: Its row.
  private func keep(_ album: Album, site: String) throws(CatalogError) -> Int64 {
    let siteID = try texts.term(site)
    let owner =
      album.owner.isEmpty
      ? nil : try texts.owner(album.owner, site: siteID, name: nil, page: nil).id
    let rows = try database.rows(
      """
      INSERT INTO album (site, key, owner, title, description, cover, position)
      VALUES (?1, ?2, ?3, ?4, ?5, (SELECT id FROM photo WHERE site = ?1 AND key = ?6), ?7)
      ON CONFLICT (site, key) DO UPDATE SET owner = coalesce(excluded.owner, album.owner),
        title = excluded.title, description = excluded.description,
        cover = coalesce(excluded.cover, CASE WHEN ?6 IS NOT NULL THEN album.cover END),
        position = coalesce(excluded.position, album.position)
      RETURNING id
      """, SQLValue(siteID), .text(album.id), SQLValue(owner), .text(album.title),
      SQLValue(album.about), SQLValue(album.cover), SQLValue(album.position.map(Int64.init))
    ) { $0.integer(0) }
    guard let id = rows.first else {
      throw CatalogError(.statement, "the catalog \(database.path) lost the album \(album.id)")
    }
    return id
  }

  private func note(
    _ member: AlbumAdmission.Member, of album: Int64, at position: Int
  ) throws(CatalogError) {
    try database.run(
      """
      INSERT INTO album_member (album, photo, position, reading)
      SELECT ?1, photo.id, ?2, reading FROM photo, album
      WHERE photo.site = ?3 AND photo.key = ?4 AND album.id = ?1
      ON CONFLICT (album, photo) DO UPDATE SET
        position = CASE
          WHEN album_member.reading = excluded.reading
            AND album_member.position < excluded.position THEN album_member.position
          ELSE excluded.position END,
        reading = excluded.reading
      """, SQLValue(album), SQLValue(position), SQLValue(try texts.term(member.site)),
      .text(member.key))
  }

  /// Albums in the order of their rows.
  package func albums(after: Int64, limit: Int) throws(CatalogError) -> [AlbumRecord] {
    try database.rows(
      """
      SELECT album.id, album.key, site.text, owner.key, title, description, photo.key,
        album.position, is_complete
      FROM album LEFT JOIN term AS site ON site.id = album.site
        LEFT JOIN owner ON owner.id = album.owner LEFT JOIN photo ON photo.id = album.cover
      WHERE album.id > ? ORDER BY album.id LIMIT ?
      """, SQLValue(after), SQLValue(limit), isPartial: true
    ) { row in
      AlbumRecord(
        id: row.integer(0),
        album: Album(
          id: row.text(1) ?? "", site: row.text(2), owner: row.text(3) ?? "",
          title: row.text(4) ?? "", about: row.text(5), cover: row.text(6),
          position: row.isNull(7) ? nil : Int(row.integer(7, in: Limit.count))),
        isComplete: row.integer(8) != 0)
    }
  }

  /// Photos of an album, in its order.
  package func members(
    ofAlbum id: Int64, after: AlbumMember?, limit: Int
  ) throws(CatalogError) -> [AlbumMember] {
    try database.rows(
      """
      SELECT photo.id, photo.key, position, CASE WHEN is_mirrored = 1 THEN \(Self.path) END, title
      FROM album_member JOIN photo ON photo.id = album_member.photo
        LEFT JOIN file ON file.photo = photo.id LEFT JOIN metadata ON metadata.photo = photo.id
      WHERE album = ?1 AND (position, photo.id) > (?2, ?3) ORDER BY position, photo.id LIMIT ?4
      """, SQLValue(id), SQLValue(after?.position ?? -1), SQLValue(after?.photo ?? 0),
      SQLValue(limit), isPartial: true
    ) { (row) throws(CatalogError) in
      AlbumMember(
        photo: row.integer(0), key: row.text(1) ?? "",
        position: Int(row.integer(2, in: Limit.count)), path: try row.name(3),
        title: row.text(4) ?? "")
    }
  }
}
