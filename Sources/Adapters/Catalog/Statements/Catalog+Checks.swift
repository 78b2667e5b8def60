import MirrorCore
import PostgreSQL

/// The check of one photo's file.
package struct FileCheckRecord: Sendable, Hashable {
  /// How a file is checked.
  package enum Kind: String, Sendable {
    /// It is looked for.
    case stat
    /// The digest that an object store computed of it is compared.
    case store
    /// Its bytes are compared.
    case digest
    /// Its picture is decoded.
    case decode
  }

  /// The row of the photo.
  package let photo: Int64
  /// Seconds since 1970.
  package let at: Int64
  /// The most that was done.
  package let kind: Kind
  /// The problem; nil if none.
  package let problem: FileProblem?
  /// Whether the check shows that the recorded bytes are a whole picture.
  package let isProof: Bool

  package init(
    photo: Int64, at: Int64, kind: Kind, problem: FileProblem?, isProof: Bool = false
  ) {
    (self.photo, self.at, self.kind, self.problem) = (photo, at, kind, problem)
    self.isProof = isProof
  }
}

/// A place in the order of the files by the time when they were last read.
package struct ReadingPlace: Sendable, Hashable {
  /// When the file was last read, or else stored, in seconds since 1970.
  package let at: Int64
  /// The row of the photo.
  package let photo: Int64

  /// Before every file.
  package static let start = ReadingPlace(at: -1, photo: 0)
}

/// When files were last checked.
extension Catalog {
  /// The word for no problem in `checked.outcome`.
  private static let good = "same"

  /// Storing a file reads it too. A time of the future, of a clock that was ahead, is no time: a file that has only
  /// such times was never read.
  /// - Parameter now: The parameter of the statement with the present time.
  private static func readAt(_ now: String) -> String {
    """
    CASE WHEN last_at <= \(now) AND (stored_at > \(now) OR last_at > stored_at) THEN last_at
      WHEN stored_at <= \(now) THEN stored_at ELSE \(neverRead) END
    """
  }
  private static let neverRead = 0

  /// Records checks in one transaction.
  package func note(_ checks: [FileCheckRecord]) throws(CatalogError) {
    guard !checks.isEmpty else { return }
    // On a server, transactions that lock rows in different orders wait for each other.
    let values = checks.sorted { $0.photo < $1.photo }.map {
      [
        SQLValue($0.photo), SQLValue($0.at), .text($0.kind.rawValue),
        .text($0.problem?.rawValue ?? Self.good),
      ]
    }
    try transaction { () throws(CatalogError) in
      _ = try database.update(
        """
        INSERT INTO checked (photo, first_at, last_at, count, kind, outcome)
        VALUES (?1, ?2, ?2, 1, ?3, ?4)
        ON CONFLICT (photo) DO UPDATE SET
          first_at = CASE WHEN checked.first_at > excluded.last_at THEN excluded.last_at
            ELSE checked.first_at END,
          last_at = excluded.last_at, count = checked.count + 1,
          kind = excluded.kind, outcome = excluded.outcome
        """, each: values)
      let proofs = checks.filter(\.isProof).map(\.photo).sorted()
      _ = try database.update(
        "UPDATE file SET is_unproven = 0 WHERE photo = ?1", each: proofs.map { [SQLValue($0)] })
    }
  }

  /// Mirrored photos whose files were not read for longest. Sorts all of them: ask for many at once.
  /// - Parameters:
  ///   - place: The last one of the previous batch.
  ///   - end: Only files that were read before this time, in seconds since 1970.
  ///   - now: The present time; files with later times only were never read.
  package func longestUnread(
    after place: ReadingPlace, before end: Int64, now: Int64, limit: Int
  ) throws(CatalogError) -> [ReadingPlace] {
    try database.rows(
      """
      SELECT read_at, id FROM (
        SELECT photo.id, \(Self.readAt("?5")) AS read_at FROM photo JOIN file ON file.photo = photo.id
          LEFT JOIN checked ON checked.photo = photo.id
        WHERE \(Self.isExpected)
      ) AS readings
      WHERE read_at < ?1 AND (read_at > ?2 OR (read_at = ?2 AND id > ?3))
      ORDER BY read_at, id LIMIT ?4
      """, SQLValue(end), SQLValue(place.at), SQLValue(place.photo), SQLValue(limit),
      SQLValue(now)
    ) { ReadingPlace(at: $0.integer(0), photo: $0.integer(1)) }
  }

  /// The state of the checks of all mirrored photos at a time, in seconds since 1970.
  package func checkCoverage(now: Int64) throws(CatalogError) -> CheckCoverage {
    let coverage = try database.rows(
      """
      SELECT count(*), count(*) FILTER (WHERE last_at <= ?5),
        count(*) FILTER (WHERE last_at >= ?1 AND last_at <= ?5),
        nullif(min(\(Self.readAt("?5"))), \(Self.neverRead)),
        min(first_at) FILTER (WHERE first_at <= ?5), count(*) FILTER (WHERE outcome != ?2),
        count(*) FILTER (WHERE outcome IN (?3, ?4))
      FROM photo JOIN file ON file.photo = photo.id LEFT JOIN checked ON checked.photo = photo.id
      WHERE \(Self.isExpected)
      """, SQLValue(now - CheckCoverage.recentSeconds), .text(Self.good),
      .text(FileProblem.rotten.rawValue), .text(FileProblem.damaged.rawValue), SQLValue(now)
    ) { row in
      let count = { (column: Int32) in Int(row.integer(column, in: Limit.count)) }
      let time = { (column: Int32) in
        row.isNull(column) ? nil : row.integer(column, in: Limit.seconds)
      }
      return CheckCoverage(
        photos: count(0), checked: count(1), recent: count(2), oldest: time(3), first: time(4),
        problems: count(5), rotten: count(6), now: now)
    }.first
    return coverage ?? CheckCoverage(now: now)
  }
}
