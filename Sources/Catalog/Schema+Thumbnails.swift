import MirrorCore
import PostgreSQL

/// `has_thumbnail` is the number of a ``StoredThumbnail``: 1, a PNG, was the only one at first.
extension Schema {
  /// The view's thumbnails have their formats; a photo that is its own thumbnail is there with both roles.
  static let thumbnailFormats = """
    DROP VIEW files;
    CREATE VIEW files AS
    SELECT photo.id AS photo, 'picture' AS role, \(path) AS path, format, width, height,
      byte_count, lower(hex(sha256)) AS sha256, iif(is_unproven = 1, 'none', 'decoded') AS proof,
      label.text AS label, refused_label, address, stored_at, reason.text AS size_reason
    FROM photo JOIN file ON file.photo = photo.id LEFT JOIN term AS label ON label.id = file.label
      LEFT JOIN term AS reason ON reason.id = file.size_reason
    WHERE is_mirrored = 1
    UNION ALL
    \(thumbnails(picture: path));
    """

  /// - Parameter picture: The path of a photo's file in SQL.
  static func thumbnails(picture: String) -> String {
    """
    SELECT photo.id, 'thumbnail',
      CASE has_thumbnail WHEN 1 THEN '.photomirror/thumbnails/' || stem || '.png'
        WHEN 2 THEN '.photomirror/thumbnails/' || stem || '.jpg'
        WHEN 3 THEN '.photomirror/thumbnails/' || stem || '.webp' ELSE \(picture) END,
      CASE has_thumbnail WHEN 1 THEN 'png' WHEN 2 THEN 'jpeg' WHEN 3 THEN 'webp' ELSE format END,
      NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, stored_at, NULL
    FROM photo JOIN file ON file.photo = photo.id
    WHERE is_mirrored = 1 AND has_thumbnail BETWEEN 1 AND 4
    """
  }
}

extension ServerSchema {
  static let thumbnailFormats = """
    DROP VIEW files;
    CREATE VIEW files AS
    SELECT photo.id AS photo, 'picture' AS role, \(Catalog.path) AS path, format, width, height,
      byte_count, encode(sha256, 'hex') AS sha256,
      CASE WHEN is_unproven = 1 THEN 'none' ELSE 'decoded' END AS proof,
      label.text AS label, refused_label, address, stored_at, reason.text AS size_reason
    FROM photo JOIN file ON file.photo = photo.id LEFT JOIN term AS label ON label.id = file.label
      LEFT JOIN term AS reason ON reason.id = file.size_reason
    WHERE is_mirrored = 1
    UNION ALL
    \(Schema.thumbnails(picture: Catalog.path));
    """
}

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
