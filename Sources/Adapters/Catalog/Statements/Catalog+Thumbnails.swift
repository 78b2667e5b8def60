import MirrorCore
import PostgreSQL

extension Catalog {
  /// How many mirrored photos have which thumbnail.
  package func thumbnailCounts() throws(CatalogError) -> [StoredThumbnail: Int] {
    let rows = try database.rows(
      """
      SELECT has_thumbnail, count(*) FROM photo JOIN file ON file.photo = photo.id
      WHERE is_mirrored = 1 GROUP BY has_thumbnail
      """
    ) { (Self.thumbnail($0, 0), Int($0.integer(1, in: Limit.count))) }
    return Dictionary(rows) { $0 + $1 }
  }

  /// Records the longest edge of the thumbnails of every source; nil for none.
  package func noteThumbnailEdge(_ edge: Int?) throws(CatalogError) {
    try database.run(
      "UPDATE source SET thumbnail_edge = ? WHERE thumbnail_edge IS NOT NULL", SQLValue(edge ?? 0))
  }
}
