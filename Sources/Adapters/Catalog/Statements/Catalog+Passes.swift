import MirrorCore
import PostgreSQL

extension Catalog {
  /// The number of passes kept for each source.
  private static let mostPasses: Int64 = 1000

  /// Begins a pass of a source, or resumes the incomplete one.
  package func beginPass(
    of source: SourceRecord, isLimited: Bool, at seconds: Int64
  ) throws(CatalogError) -> PassRecord {
    try transaction { () throws(CatalogError) in
      if !isLimited, let open = try openPass(ofSource: source.id) {
        // The entries of a pass without a cursor are read again.
        try database.run(
          """
          UPDATE pass SET is_resumed = CASE WHEN cursor IS NULL THEN 0 ELSE 1 END, ended_at = NULL,
            outcome = NULL, reason = NULL, started_at = coalesce(started_at, ?1),
            pages = CASE WHEN cursor IS NULL THEN 0 ELSE pages END,
            listed = CASE WHEN cursor IS NULL THEN 0 ELSE listed END,
            refused = CASE WHEN cursor IS NULL THEN 0 ELSE refused END,
            doubt = CASE WHEN cursor IS NOT NULL THEN doubt END,
            selection = CASE WHEN cursor IS NOT NULL THEN selection END,
            total = CASE WHEN cursor IS NOT NULL THEN total END
          WHERE source = ?2 AND number = ?3
          """, SQLValue(seconds), SQLValue(source.id), SQLValue(open.number))
        return try passes("source = ? AND number = ?", source.id, open.number, limit: 1)[0]
      }
      let last = try passes(of: source, limit: 1).first?.number ?? 0
      guard last < .max else {
        throw CatalogError(.damaged, "the catalog \(database.path) is damaged: a pass's number")
      }
      try database.run(
        "INSERT INTO pass (source, number, is_limited, started_at) VALUES (?, ?, ?, ?)",
        SQLValue(source.id), SQLValue(last + 1), SQLValue(isLimited), SQLValue(seconds))
      try prune(source.id, last: last + 1)
      return try passes(of: source, limit: 1)[0]
    }
  }

  /// The incomplete pass over the complete listing; nil if none.
  package func openPass(ofSource id: Int64) throws(CatalogError) -> PassRecord? {
    try passes("source = ? AND is_limited = ?", id, 0, limit: 1).first { $0.outcome != .complete }
  }

  /// The last passes of a source, latest first.
  package func passes(
    of source: SourceRecord, limit: Int
  ) throws(CatalogError) -> [PassRecord] {
    try passes("source = ? AND number > ?", source.id, 0, limit: limit)
  }

  /// Records the cursor at which the pass resumes.
  package func noteCursor(
    _ cursor: String?, ofPass number: Int64, of source: SourceRecord
  ) throws(CatalogError) {
    try database.run(
      "UPDATE pass SET cursor = ? WHERE source = ? AND number = ?", SQLValue(cursor),
      SQLValue(source.id), SQLValue(number))
  }

  /// Records how a pass ended; an incomplete pass that is not limited is resumed by a later run.
  /// - Parameter reason: Why it is not complete.
  package func endPass(
    _ number: Int64, of source: SourceRecord, as outcome: PassRecord.Outcome,
    because reason: String? = nil, at seconds: Int64
  ) throws(CatalogError) {
    try database.run(
      """
      UPDATE pass SET outcome = ?1, reason = ?2, ended_at = ?3,
        cursor = CASE WHEN ?1 != 'complete' THEN cursor END
      WHERE source = ?4 AND number = ?5 AND coalesce(outcome, '') != 'complete'
      """, .text(outcome.rawValue), SQLValue(reason), SQLValue(seconds), SQLValue(source.id),
      SQLValue(number))
  }

  /// Counts a page.
  /// - Returns: The number of entries on the pages before it.
  func count(
    _ page: PageAdmission, inPass number: Int64, of source: SourceRecord
  ) throws(CatalogError) -> Int64 {
    let before =
      try passes("source = ? AND number = ?", source.id, number, limit: 1).first?.listed ?? 0
    try database.run(
      """
      UPDATE pass SET pages = pages + 1, listed = ?, refused = refused + ?, total = coalesce(total, ?)
      WHERE source = ? AND number = ?
      """, SQLValue(before + page.wanted.count + page.known.count), SQLValue(page.refused),
      SQLValue(page.total.map(Int64.init)), SQLValue(source.id), SQLValue(number))
    return Int64(before)
  }

  /// The last passes, latest first.
  func passes(
    _ condition: String, _ source: Int64, _ value: Int64, limit: Int
  ) throws(CatalogError) -> [PassRecord] {
    try database.rows(
      """
      SELECT number, is_limited, is_resumed, outcome, reason, cursor, pages, listed, total, refused,
        doubt
      FROM pass WHERE \(condition) ORDER BY number DESC LIMIT ?
      """, SQLValue(source), SQLValue(value), SQLValue(limit)
    ) {
      var pass = PassRecord(number: $0.integer(0))
      (pass.isLimited, pass.isResumed) = ($0.integer(1) != 0, $0.integer(2) != 0)
      pass.outcome = $0.text(3).flatMap(PassRecord.Outcome.init)
      (pass.reason, pass.cursor) = ($0.text(4), $0.text(5))
      pass.pages = Int($0.integer(6, in: Limit.count))
      pass.listed = Int($0.integer(7, in: Limit.count))
      pass.total = $0.isNull(8) ? nil : Int($0.integer(8, in: Limit.count))
      pass.refused = Int($0.integer(9, in: Limit.count))
      // A doubt of another version is a doubt.
      pass.doubt = $0.text(10).map { PassDoubt(rawValue: $0) ?? .resumed }
      return pass
    }
  }

  /// Records which photos the pass chooses: 1 if its runs differ.
  package func noteSelection(
    _ selection: Int64, ofPass number: Int64, of source: SourceRecord
  ) throws(CatalogError) {
    try database.run(
      """
      UPDATE pass SET selection = CASE WHEN coalesce(selection, ?1) = ?1 THEN ?1 ELSE 1 END
      WHERE source = ?2 AND number = ?3
      """, SQLValue(selection), SQLValue(source.id), SQLValue(number))
  }

  /// The last pass that showed the whole listing; nil if none.
  package func base(ofSource id: Int64, now: Int64) throws(CatalogError) -> PassBase? {
    let complete = "source = ?1 AND is_limited = 0 AND outcome = 'complete'"
    let full = try database.rows(
      """
      SELECT number, ended_at, doubt, selection,
        (SELECT total FROM pass WHERE \(complete) ORDER BY number DESC LIMIT 1)
      FROM pass WHERE \(complete) AND doubt IS DISTINCT FROM 'newest' AND ended_at IS NOT NULL
      ORDER BY number DESC LIMIT 1
      """, SQLValue(id)
    ) { row in
      (
        number: row.integer(0),
        base: PassBase(
          age: now.addingClamped(-row.integer(1, in: Limit.seconds)),
          doubt: row.text(2).map { PassDoubt(rawValue: $0) ?? .cutShort },
          selection: row.isNull(3) ? nil : row.integer(3),
          total: row.isNull(4) ? nil : Int(row.integer(4, in: Limit.count)))
      )
    }.first
    guard let full else { return nil }
    var base = full.base
    base.hasMissing = try hasMissing(sincePass: full.number, ofSource: id)
    return base
  }

  /// Whether mirrored photos are missing from the passes since one, and not judged gone.
  private func hasMissing(sincePass number: Int64, ofSource id: Int64) throws(CatalogError) -> Bool
  {
    try !database.rows(
      """
      SELECT 1 FROM membership JOIN photo ON photo.id = membership.photo
      WHERE membership.source = ?1 AND last_pass < ?2 AND is_mirrored = 1
        AND NOT EXISTS (SELECT 1 FROM departure WHERE departure.photo = photo.id)
      LIMIT 1
      """, SQLValue(id), SQLValue(number)
    ) { _ in true }.isEmpty
  }

  /// Passes that ended early are many and prove nothing.
  private func prune(_ source: Int64, last: Int64) throws(CatalogError) {
    try database.run(
      """
      DELETE FROM pass WHERE source = ?1 AND number <= ?2 AND number NOT IN (
        SELECT max(number) FROM pass WHERE source = ?1 AND is_limited = 0 GROUP BY outcome)
        AND (doubt = 'newest' OR number NOT IN (
          SELECT number FROM pass WHERE source = ?1 AND doubt IS DISTINCT FROM 'newest'
          ORDER BY number DESC LIMIT ?3))
      """, SQLValue(source), SQLValue(last - Self.mostPasses), SQLValue(Self.mostPasses))
  }
}
