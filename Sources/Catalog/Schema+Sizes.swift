import MirrorCore

extension Schema {
  /// Why each mirrored file has its size. Of earlier files it is known if they are originals, or if the site
  /// refused a larger size.
  static let sizeReasons = """
    ALTER TABLE file ADD COLUMN size_reason INTEGER REFERENCES term (id);
    INSERT OR IGNORE INTO term (text)
    SELECT 'original' WHERE EXISTS (
      SELECT 1 FROM file JOIN term ON term.id = file.label WHERE term.text = 'Original');
    INSERT OR IGNORE INTO term (text)
    SELECT 'refused' WHERE EXISTS (SELECT 1 FROM file WHERE refused_label IS NOT NULL);
    UPDATE file SET size_reason = (SELECT id FROM term WHERE text = 'original')
    WHERE label = (SELECT id FROM term WHERE text = 'Original');
    UPDATE file SET size_reason = (SELECT id FROM term WHERE text = 'refused')
    WHERE refused_label IS NOT NULL;
    DROP VIEW files;
    CREATE VIEW files AS
    SELECT photo.id AS photo, 'picture' AS role, \(path) AS path, format, width, height,
      byte_count, lower(hex(sha256)) AS sha256, iif(is_unproven = 1, 'none', 'decoded') AS proof,
      label.text AS label, refused_label, address, stored_at, reason.text AS size_reason
    FROM photo JOIN file ON file.photo = photo.id LEFT JOIN term AS label ON label.id = file.label
      LEFT JOIN term AS reason ON reason.id = file.size_reason
    WHERE is_mirrored = 1
    UNION ALL
    SELECT photo.id, 'thumbnail', '.photomirror/thumbnails/' || stem || '.png', 'png', NULL, NULL,
      NULL, NULL, NULL, NULL, NULL, NULL, stored_at, NULL
    FROM photo JOIN file ON file.photo = photo.id WHERE is_mirrored = 1 AND has_thumbnail = 1;
    """
}

extension Catalog {
  /// How many mirrored photos of each source have their size for which reason; photos without a known reason
  /// are left out.
  package func sizeReasons() throws(CatalogError) -> [Int64: [SizeReason: Int]] {
    let rows = try database.rows(
      """
      SELECT source, reason.text, count(*)
      FROM file JOIN photo ON photo.id = file.photo JOIN term AS reason ON reason.id = file.size_reason
      WHERE is_mirrored = 1 GROUP BY source, reason.text
      """
    ) { ($0.integer(0), SizeReason(rawValue: $0.text(1) ?? ""), Int($0.integer(2))) }
    var reasons: [Int64: [SizeReason: Int]] = [:]
    for case (let source, let reason?, let count) in rows {
      reasons[source, default: [:]][reason, default: 0] += count
    }
    return reasons
  }
}
