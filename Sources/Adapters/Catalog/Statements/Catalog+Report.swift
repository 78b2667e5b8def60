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
  package func count(
    _ kind: ReportedPhoto.Kind, in time: ReportedTime
  ) throws(CatalogError) -> Int {
    try database.rows(
      "SELECT count(*) FROM \(Self.tables) WHERE \(Self.condition(kind, time))",
      SQLValue(time.since), SQLValue(time.until)
    ) { Int($0.integer(0, in: Limit.count)) }.first ?? 0
  }

  /// The first photos of a kind: new ones begin with the latest.
  package func reported(
    _ kind: ReportedPhoto.Kind, in time: ReportedTime, limit: Int
  ) throws(CatalogError) -> [ReportedPhoto] {
    let order = [.new, .updated].contains(kind) ? "stored_at DESC, photo.id DESC" : "photo.id"
    return try database.rows(
      """
      SELECT photo.key, substr(title, 1, 300), substr(owner.name, 1, 300),
        coalesce(metadata.page, replace(owner.page, '{key}', photo.key)),
        substr(coalesce(departure.reason, failure), 1, 1000),
        coalesce(
          departure.since, refused_at, CASE WHEN is_mirrored = 0 THEN failed_at END, replaced_at,
          CASE WHEN is_mirrored = 1 THEN stored_at END),
        CASE WHEN is_mirrored = 1 THEN \(Self.path) END,
        CASE WHEN is_mirrored = 1 THEN has_thumbnail ELSE 0 END, stem
      FROM \(Self.tables) LEFT JOIN metadata ON metadata.photo = photo.id
        LEFT JOIN owner ON owner.id = metadata.owner
      WHERE \(Self.condition(kind, time)) ORDER BY \(order) LIMIT ?3
      """, SQLValue(time.since), SQLValue(time.until), SQLValue(limit), isPartial: true
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

  /// Each condition uses both times, so that all statements have the same parameters. Failed and departed photos are
  /// reported whatever their time, unless the report is on a period.
  private static func condition(_ kind: ReportedPhoto.Kind, _ time: ReportedTime) -> String {
    let within = { (column: String) in time.isPeriod ? isWithin(column) : "?1 <= ?2" }
    return switch kind {
    case .new: "is_mirrored = 1 AND \(isWithin("stored_at")) AND NOT \(isUpdated)"
    case .updated: "is_mirrored = 1 AND \(isWithin("stored_at")) AND \(isUpdated)"
    case .lost: "?1 <= ?2 AND \(isLost)"
    case .failed: "\(within("failed_at")) AND \(isFailed) AND NOT \(isAway)"
    case .unavailable: "\(within("failed_at")) AND \(isUnavailable) AND NOT \(isAway)"
    case .replaced: "\(within("replaced_at")) AND is_mirrored = 1 AND replaced_at IS NOT NULL"
    case .gone: "\(within("departure.since")) AND departure.state = 'gone'"
    case .left:
      "\(within("departure.since")) AND departure.state IN ('leaving', 'trashed', 'deleted')"
    }
  }

  private static func isWithin(_ column: String) -> String { "\(column) BETWEEN ?1 AND ?2" }

  private static let isUpdated = """
    EXISTS (SELECT 1 FROM event
      WHERE event.photo = photo.id AND kind = 'replaced' AND at BETWEEN ?1 AND ?2)
    """
}

/// The time that a report is about, in seconds since 1970.
package struct ReportedTime: Sendable, Hashable {
  /// The beginning.
  package let since: Int64
  /// The end, included.
  package let until: Int64
  /// Whether everything that is reported happened in this time; otherwise all that is missing is reported.
  package let isPeriod: Bool

  /// What is missing, and what happened since a run began.
  package init(sinceRun since: Int64) {
    (self.since, until, isPeriod) = (since, .max, false)
  }

  package init(_ period: ClosedRange<Int64>) {
    (since, until, isPeriod) = (period.lowerBound, period.upperBound, true)
  }
}

/// What a source did in a period.
package struct SourceActivity: Sendable, Hashable {
  /// The source's address.
  package let source: String
  /// Photos whose files were stored, by runs or by workers, and are still there.
  package let stored: Int
  /// The bytes of those files; 2^53 at most.
  package let byteCount: Int64
  /// Readings of its listing that were under way.
  package let listings: Int
  /// Of those, readings to the end of the listing.
  package let complete: Int
}

extension Catalog {
  /// The sources that did something in a period, in the order of the addresses. Reads all rows of files.
  /// - Parameter period: In seconds since 1970.
  package func activity(in period: ClosedRange<Int64>) throws(CatalogError) -> [SourceActivity] {
    try database.rows(
      """
      SELECT address, coalesce(stored, 0), bytes, coalesce(listings, 0), coalesce(complete, 0)
      FROM source
        LEFT JOIN (SELECT source, count(*) AS stored,
            sum(CAST(byte_count AS DOUBLE PRECISION)) AS bytes
          FROM photo JOIN file ON file.photo = photo.id
          WHERE is_mirrored = 1 AND \(Self.isWithin("stored_at")) GROUP BY source)
          AS files ON files.source = source.id
        LEFT JOIN (SELECT source, count(*) AS listings,
            count(*) FILTER (WHERE outcome = 'complete') AS complete
          FROM pass WHERE started_at <= ?2 AND coalesce(ended_at, started_at) >= ?1
          GROUP BY source) AS passes ON passes.source = source.id
      WHERE stored > 0 OR listings > 0 ORDER BY address
      """, SQLValue(period.lowerBound), SQLValue(period.upperBound)
    ) { row in
      let count = { (column: Int32) in Int(row.integer(column, in: Limit.count)) }
      return SourceActivity(
        source: row.text(0) ?? "", stored: count(1),
        byteCount: Int64(min(max(0, row.real(2)), Self.mostBytes)), listings: count(3),
        complete: count(4))
    }
  }
}
