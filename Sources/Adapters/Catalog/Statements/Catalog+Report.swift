import MirrorCore
import PostgreSQL
import ProviderKit

/// What a report says, besides the counts of sources.
extension Catalog {
  /// When the latest run over any source began, in seconds since 1970; nil if no run is recorded.
  package func lastRun() throws(CatalogError) -> Int64? {
    try database.rows("SELECT max(started_at) FROM pass") { row in
      row.isNull(0) ? nil : row.integer(0, in: Limit.seconds)
    }.first ?? nil
  }

  /// How many photos of a kind there are.
  /// - Parameter since: When the last run began.
  package func count(_ kind: ReportedPhoto.Kind, since: Int64) throws(CatalogError) -> Int {
    try database.rows(
      "SELECT count(*) FROM \(Self.tables) WHERE \(Self.condition(kind))", SQLValue(since)
    ) { Int($0.integer(0, in: Limit.count)) }.first ?? 0
  }

  /// The first photos of a kind: new ones begin with the latest.
  package func reported(
    _ kind: ReportedPhoto.Kind, since: Int64, limit: Int
  ) throws(CatalogError) -> [ReportedPhoto] {
    let order = [.new, .updated].contains(kind) ? "stored_at DESC, photo.id DESC" : "photo.id"
    return try database.rows(
      """
      SELECT photo.key, substr(title, 1, 300), substr(owner.name, 1, 300),
        coalesce(metadata.page, replace(owner.page, '{key}', photo.key)),
        substr(coalesce(departure.reason, failure), 1, 1000),
        coalesce(
          departure.since, refused_at, replaced_at, CASE WHEN is_mirrored = 1 THEN stored_at END),
        CASE WHEN is_mirrored = 1 THEN \(Self.path) END,
        CASE WHEN is_mirrored = 1 THEN has_thumbnail ELSE 0 END, stem
      FROM \(Self.tables) LEFT JOIN metadata ON metadata.photo = photo.id
        LEFT JOIN owner ON owner.id = metadata.owner
      WHERE \(Self.condition(kind)) ORDER BY \(order) LIMIT ?2
      """, SQLValue(since), SQLValue(limit), isPartial: true
    ) { (row) throws(CatalogError) in
      let text = { (column: Int32) in row.text(column)?.cleaned(to: JointLimits.sentence) }
      let path = try row.name(6)
      return ReportedPhoto(
        key: text(0) ?? "", title: text(1) ?? "", ownerName: text(2),
        pageURL: row.text(3).flatMap { $0.isWebAddress ? $0 : nil }, reason: text(4),
        since: row.isNull(5) ? nil : row.integer(5, in: Limit.seconds), path: path,
        thumbnail: Self.thumbnail(row, 7).path(stem: try row.name(8) ?? "", picture: path))
    }
  }

  private static let tables = """
    photo LEFT JOIN file ON file.photo = photo.id
      LEFT JOIN departure ON departure.photo = photo.id
    """

  /// Each mentions the parameter, so that all statements have it.
  private static func condition(_ kind: ReportedPhoto.Kind) -> String {
    switch kind {
    case .new: "is_mirrored = 1 AND stored_at >= ?1 AND NOT \(isUpdated)"
    case .updated: "is_mirrored = 1 AND stored_at >= ?1 AND \(isUpdated)"
    case .failed: "?1 >= 0 AND \(isFailed) AND NOT \(isAway)"
    case .unavailable: "?1 >= 0 AND \(isUnavailable) AND NOT \(isAway)"
    case .replaced: "?1 >= 0 AND is_mirrored = 1 AND replaced_at IS NOT NULL"
    case .gone: "?1 >= 0 AND departure.state = 'gone'"
    case .left: "?1 >= 0 AND departure.state IN ('leaving', 'trashed', 'deleted')"
    }
  }

  private static let isUpdated = """
    EXISTS (SELECT 1 FROM event WHERE event.photo = photo.id AND kind = 'replaced' AND at >= ?1)
    """
}
