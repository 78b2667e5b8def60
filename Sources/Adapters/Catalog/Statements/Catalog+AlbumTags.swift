import Foundation
import MirrorCore
import PostgreSQL
import ProviderKit

/// The titles of albums that sidecars were written with: a JSON array in `album_tag`, and whether the sidecar may be
/// another one since.
extension Catalog {
  /// The albums of a photo whose titles its sidecar gets; a hostile site may claim more.
  private static let mostAlbumTags = 256

  /// The setting that albums were read since the sidecars were compared with them, which reads all members.
  static let albumTags = "album-tags"
  static let dueAlbumTags = "due"

  private func mayHaveDueAlbumTags() throws(CatalogError) -> Bool {
    if try setting(Self.albumTags) == Self.dueAlbumTags { return true }
    let due = try database.rows("SELECT 1 FROM album_tag WHERE is_due = 1 LIMIT 1") { _ in true }
    return !due.isEmpty
  }

  /// - Parameter pass: The number of the source's pass; nil if none is underway.
  func dueAlbumTags(
    of source: SourceRecord, pass: Int64?, after: Int64, limit: Int
  ) throws(CatalogError) -> AlbumTagBatch? {
    if after == 0 { guard try mayHaveDueAlbumTags() else { return nil } }
    return try database.reading { () throws(CatalogError) in
      let ids = try database.rows(
        """
        SELECT photo FROM album_member WHERE photo > ?1
        UNION SELECT photo FROM album_tag WHERE photo > ?1 ORDER BY photo LIMIT ?2
        """, SQLValue(after), SQLValue(limit), isPartial: true
      ) { $0.integer(0) }
      guard let last = ids.last else { return nil }
      let (titles, written) = (try albumTitles(ofPhotos: ids), try writtenTitles(ofPhotos: ids))
      let changed = ids.indices.filter { index in
        titles[index] != (written[index]?.titles ?? []) || written[index]?.isDue ?? false
      }
      let photos = try database.first(
        """
        SELECT \(Self.path), last_pass FROM photo JOIN file ON file.photo = photo.id
          LEFT JOIN departure ON departure.photo = photo.id
          LEFT JOIN membership ON membership.photo = photo.id AND membership.source = ?
        WHERE photo.id = ? AND is_mirrored = 1 AND departure.photo IS NULL
        """, each: changed.map { [SQLValue(source.id), SQLValue(ids[$0])] }
      ) { (row) throws(CatalogError) in
        (path: try row.name(0) ?? "", isListed: pass != nil && row.integer(1) == pass)
      }
      let due: [DueAlbumTags] = zip(changed, photos).compactMap { index, photo in
        guard let photo else { return nil }
        var (before, after) = (written[index]?.titles ?? [], titles[index])
        if !photo.isListed { after = Set(before).union(after).sorted() }
        let isDue = written[index]?.isDue ?? false
        guard isDue || before != after else { return nil }
        if isDue { before.removeAll(where: after.contains) }
        return DueAlbumTags(id: ids[index], path: photo.path, before: before, after: after)
      }
      return AlbumTagBatch(last: last, due: due)
    }
  }

  /// The titles of each photo's albums, each once, in an order that both engines have.
  private func albumTitles(ofPhotos ids: [Int64]) throws(CatalogError) -> [[String]] {
    var titles = [Set<String>](repeating: [], count: ids.count)
    try database.read(
      """
      SELECT title FROM album_member JOIN album ON album.id = album_member.album
      WHERE photo = ? AND title != '' ORDER BY album.id LIMIT \(Self.mostAlbumTags)
      """, each: ids.map { [SQLValue($0)] }, isPartial: false
    ) { place, row in
      titles[place].insert((row.text(0) ?? "").cleaned(to: JointLimits.sentence))
    }
    return titles.map { $0.sorted() }
  }

  private func writtenTitles(
    ofPhotos ids: [Int64]
  ) throws(CatalogError) -> [(titles: [String], isDue: Bool)?] {
    try database.first(
      "SELECT titles, is_due FROM album_tag WHERE photo = ?", each: ids.map { [SQLValue($0)] }
    ) { row in
      let titles = try? JSONDecoder().decode([String].self, from: Data((row.text(0) ?? "").utf8))
      return (titles ?? [], row.integer(1) != 0)
    }
  }

  func albumTags(ofPhoto id: Int64) throws(CatalogError) -> [String] {
    try writtenTitles(ofPhotos: [id])[0]?.titles ?? []
  }

  /// Records the titles by the photos' rows, in one transaction.
  func noteAlbumTags(_ titles: [Int64: [String]]) throws(CatalogError) {
    try transaction { () throws(CatalogError) in
      for (id, titles) in titles.sorted(by: { $0.key < $1.key }) {
        guard let text = try Self.json(titles) else {
          try database.run("DELETE FROM album_tag WHERE photo = ?", SQLValue(id))
          continue
        }
        try database.run(
          """
          INSERT INTO album_tag (photo, titles) VALUES (?, ?)
          ON CONFLICT (photo) DO UPDATE SET titles = excluded.titles, is_due = 0
          """, SQLValue(id), .text(text))
      }
    }
  }

  /// Call within a transaction.
  func noteNewSidecars(ofPhotos ids: [Int64]) throws(CatalogError) {
    guard try !database.rows("SELECT 1 FROM album LIMIT 1", read: { _ in true }).isEmpty else {
      return
    }
    _ = try database.update(
      """
      INSERT INTO album_tag (photo, titles, is_due)
      SELECT DISTINCT photo, '[]', 1 FROM album_member WHERE photo = ?
      ON CONFLICT (photo) DO NOTHING
      """, each: ids.map { [SQLValue($0)] })
    _ = try database.update(
      "UPDATE album_tag SET is_due = 1 WHERE photo = ?", each: ids.map { [SQLValue($0)] })
  }
}

extension RunCatalog {
  package func endAlbumTags() async throws(MirrorError) {
    try await query { catalog throws(CatalogError) in try catalog.noteSetting(Catalog.albumTags, "")
    }
  }

  package func dueAlbumTags(after: Int64, limit: Int) async throws(MirrorError) -> AlbumTagBatch? {
    try await query { catalog throws(CatalogError) in
      try catalog.dueAlbumTags(of: source, pass: pass, after: after, limit: limit)
    }
  }

  package func albumTags(of id: Int64) async throws(MirrorError) -> [String] {
    try await query { catalog throws(CatalogError) in try catalog.albumTags(ofPhoto: id) }
  }

  package func noteAlbumTags(_ titles: [Int64: [String]]) async throws(MirrorError) {
    guard !titles.isEmpty else { return }
    try await query { catalog throws(CatalogError) in try catalog.noteAlbumTags(titles) }
  }

  package func noteNewSidecars(_ ids: [Int64]) async throws(MirrorError) {
    guard !ids.isEmpty else { return }
    try await query { catalog throws(CatalogError) in
      try catalog.transaction { () throws(CatalogError) in
        try catalog.noteNewSidecars(ofPhotos: ids)
      }
    }
  }
}
