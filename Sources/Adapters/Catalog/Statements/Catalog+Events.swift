import MirrorCore
import PostgreSQL
import ProviderKit

/// What happened to photos since they were stored. The last events of each are kept. Storing and checking are not among
/// them: the rows of files and of checks tell it.
extension Catalog {
  /// Events of one photo.
  private static let mostEvents: Int64 = 100

  /// Records an event of those photos for which a condition is true. Call in a transaction, before what changes them.
  /// - Parameters:
  ///   - condition: In SQL, about the columns of `photo`, `file` and `departure`.
  ///   - detail: An expression of the same columns.
  func note(
    _ kind: PhotoEvent.Kind, ofPhotos ids: [Int64], where condition: String = "1 = 1",
    detail: String = "NULL"
  ) throws(CatalogError) {
    let counts = try database.update(
      """
      INSERT INTO event (photo, number, at, kind, detail)
      SELECT photo.id, coalesce((SELECT max(number) FROM event WHERE event.photo = photo.id), 0) + 1,
        ?2, ?3, \(detail)
      FROM photo JOIN file ON file.photo = photo.id
        LEFT JOIN departure ON departure.photo = photo.id
      WHERE photo.id = ?1 AND \(condition)
      """,
      each: ids.map { [SQLValue($0), SQLValue(Catalog.now()), .text(kind.rawValue)] })
    _ = try database.update(
      """
      DELETE FROM event WHERE photo = ?1
        AND number <= (SELECT max(number) FROM event AS other WHERE other.photo = ?1) - ?2
      """,
      each: zip(ids, counts).filter { $1 > 0 }.map { [SQLValue($0.0), SQLValue(Self.mostEvents)] })
  }

  /// The events of photos, the oldest first.
  /// - Parameter photos: Photos with files, by their rows in ascending order.
  func history(
    ofPhotos photos: [(row: Int64, storedAt: Int64)]
  ) throws(CatalogError) -> [Int64: [PhotoEvent]] {
    guard let first = photos.first?.row, let last = photos.last?.row else { return [:] }
    var events: [Int64: [PhotoEvent]] = [:]
    for photo in photos { events[photo.row] = [PhotoEvent(.stored, at: photo.storedAt)] }
    try readEvents(first...last) { events[$0]?.append($1) }
    try readChecks(first...last) { events[$0]?.append($1) }
    return events.mapValues { events in
      // The sort is stable, so that events of one second keep their order.
      events.sorted { $0.at < $1.at }
    }
  }

  private func readEvents(
    _ rows: ClosedRange<Int64>, _ take: (Int64, PhotoEvent) -> Void
  ) throws(CatalogError) {
    let found = try database.rows(
      "SELECT photo, kind, at, detail FROM event WHERE photo BETWEEN ? AND ? ORDER BY photo, number",
      SQLValue(rows.lowerBound), SQLValue(rows.upperBound)
    ) { row in
      row.text(1).flatMap(PhotoEvent.Kind.init).map { kind in
        let detail = row.text(3)?.cleaned(to: JointLimits.sentence)
        return (
          row.integer(0), PhotoEvent(kind, at: row.integer(2, in: Limit.seconds), detail: detail)
        )
      }
    }
    for (photo, event) in found.compactMap(\.self) { take(photo, event) }
  }

  private func readChecks(
    _ rows: ClosedRange<Int64>, _ take: (Int64, PhotoEvent) -> Void
  ) throws(CatalogError) {
    let checks = try database.rows(
      """
      SELECT photo, first_at, last_at, count, kind, outcome FROM checked
      WHERE photo BETWEEN ? AND ? ORDER BY photo
      """, SQLValue(rows.lowerBound), SQLValue(rows.upperBound)
    ) { row in
      (
        photo: row.integer(0), first: row.integer(1, in: Limit.seconds),
        last: row.integer(2, in: Limit.seconds), count: row.integer(3, in: Limit.count),
        kind: FileCheckRecord.Kind(rawValue: row.text(4) ?? ""),
        problem: row.text(5).flatMap(FileProblem.init)
      )
    }
    for check in checks {
      if check.count > 1 {
        take(check.photo, PhotoEvent(.checked, at: check.first, detail: "the first check"))
      }
      let detail = "\(check.kind?.rawValue ?? "stat"), check \(check.count)"
      take(
        check.photo,
        PhotoEvent(.checked, at: check.last, problem: check.problem, detail: detail))
    }
  }
}
