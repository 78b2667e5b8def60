import MirrorCore
import PostgreSQL
import ProviderKit

extension Catalog {
  /// Above any practical number; a manipulated catalog may claim millions.
  private static let mostSources = 10_000
  /// The columns and tables of a source, before the condition.
  static let sourceColumns = """
    id, address, run, size_label, size_edge, thumbnail_edge, number, outcome, cursor,
    (SELECT max(ended_at) FROM pass WHERE source = source.id AND outcome = 'complete'), options
    FROM source LEFT JOIN pass ON source = source.id AND number = (
      SELECT max(number) FROM pass WHERE source = source.id AND is_limited = 0)
    """

  /// Begins a run: inserts the source's row if it is new, and increments its run number.
  package func beginRun(ofSource address: String) throws(CatalogError) -> SourceRecord {
    try database.transaction { () throws(CatalogError) in
      try database.run(
        """
        INSERT INTO source (address, run) VALUES (?, 1)
        ON CONFLICT (address) DO UPDATE SET run = source.run + 1
        """, SQLValue.text(address))
      guard let record = try source(address) else {
        throw CatalogError(.statement, "the catalog \(database.path) lost the source \(address)")
      }
      return record
    }
  }

  /// The source with an address such as `flickr:recent`; nil if no run has listed it.
  package func source(_ address: String) throws(CatalogError) -> SourceRecord? {
    try database.rows(
      "SELECT \(Self.sourceColumns) WHERE address = ?", .text(address), read: Self.source
    ).first
  }

  /// All sources, in the order of their addresses; 10,000 at most.
  package func sources() throws(CatalogError) -> [SourceRecord] {
    try database.rows(
      "SELECT \(Self.sourceColumns) ORDER BY address LIMIT \(Self.mostSources)",
      read: Self.source)
  }

  /// The ids of the sources of some photos.
  package func sources(ofPhotos ids: [Int64]) throws(CatalogError) -> Set<Int64> {
    let found = try database.first(
      "SELECT source FROM photo WHERE id = ?", each: ids.map { [SQLValue($0)] }
    ) { $0.integer(0) }
    return Set(found.compactMap(\.self))
  }

  /// The ids of the sources that have photos for a run without a listing; see
  /// ``waiting(in:onlyDeferred:after:limit:now:)``.
  package func sourcesWithWaiting(now: Int64) throws(CatalogError) -> Set<Int64> {
    let found = try database.rows(
      """
      SELECT DISTINCT source FROM photo
      WHERE is_mirrored = 0 AND NOT \(Self.isAway) AND coalesce(retry_at, ?1) <= ?1
      """, SQLValue(now)
    ) { $0.integer(0) }
    return Set(found)
  }

  /// The number of photos that the site refused, and that runs do not request again before a time after `now`.
  package func unavailableLater(now: Int64) throws(CatalogError) -> Int {
    try database.rows(
      "SELECT count(*) FROM photo WHERE \(Self.isUnavailable) AND retry_at > ?", SQLValue(now)
    ) { Int($0.integer(0)) }.first ?? 0
  }

  /// Records the choices for new photos.
  package func noteChoices(
    _ choices: SourceChoices, ofSource id: Int64
  ) throws(CatalogError) {
    var (label, edge): (String?, Int64?) = (nil, nil)
    switch choices.size {
    case .largest: break
    case .edge(let pixels): edge = Int64(pixels)
    case .label(let text): label = text
    }
    try database.run(
      "UPDATE source SET size_label = ?, size_edge = ?, thumbnail_edge = ? WHERE id = ?",
      SQLValue(label), SQLValue(edge), SQLValue(choices.thumbnailEdge ?? 0), SQLValue(id))
  }

  /// Records the options of a run, as its caller words them.
  package func noteOptions(_ options: String, ofSource id: Int64) throws(CatalogError) {
    try database.run(
      "UPDATE source SET options = ? WHERE id = ?", .text(options), SQLValue(id))
  }

  /// What the name in a source's selector stands for; nil if it was not looked up.
  package func resolution(ofSource id: Int64) throws(CatalogError) -> Resolution? {
    try database.rows("SELECT resolved, resolved_name FROM source WHERE id = ?", SQLValue(id)) {
      row in row.text(0).map { Resolution(value: $0, name: row.text(1)) }
    }.first.flatMap(\.self)
  }

  /// Records what the name in a source's selector stands for.
  package func noteResolution(
    _ resolution: Resolution, ofSource id: Int64
  ) throws(CatalogError) {
    try database.run(
      "UPDATE source SET resolved = ?, resolved_name = ? WHERE id = ?", SQLValue(resolution.value),
      SQLValue(resolution.name), SQLValue(id))
  }

  /// Deletes a source that never returned anything, so that a misspelt one is not reported forever.
  /// - Returns: Whether no other source is left.
  package func forget(_ source: SourceRecord) throws(CatalogError) -> Bool {
    try transaction { () throws(CatalogError) in
      guard let source = try self.source(source.address), source.finishedAt == nil,
        source.cursor == nil
      else { return }
      let count = try database.update(
        """
        DELETE FROM source WHERE id = ?1
          AND NOT EXISTS (SELECT 1 FROM photo WHERE photo.source = ?1)
          AND NOT EXISTS (SELECT 1 FROM membership WHERE membership.source = ?1)
        """, SQLValue(source.id))
      guard count > 0 else { return }
      try database.run("DELETE FROM pass WHERE source = ?", SQLValue(source.id))
    }
    return try sources().isEmpty
  }

  static func source(_ row: any SQLRow) -> SourceRecord {
    let isUnderway = !row.isNull(6) && row.text(7) != PassRecord.Outcome.complete.rawValue
    var source = SourceRecord(
      id: row.integer(0), address: row.text(1) ?? "", run: row.integer(2), isUnderway: isUnderway,
      cursor: row.text(8), finishedAt: row.isNull(9) ? nil : row.integer(9, in: Limit.seconds),
      choices: row.isNull(5) ? nil : choices(row))
    source.options = row.text(10)
    return source
  }

  private static func choices(_ row: any SQLRow) -> SourceChoices {
    let edge = Int(row.integer(5, in: Limit.edge))
    let size: SizePolicy =
      if let label = row.text(3) {
        .label(label)
      } else {
        row.isNull(4) ? .largest : .edge(Int(row.integer(4, in: Limit.edge)))
      }
    return SourceChoices(size: size, thumbnailEdge: edge == 0 ? nil : edge)
  }
}

extension Catalog {
  /// The call budget that an earlier run left for the account; nil if there was no call.
  package func pace(of account: CallAccount) throws(CatalogError) -> CallBudget? {
    try database.rows(
      "SELECT tokens, noted_at FROM pace WHERE host = ? AND key_digest = ?", .text(account.host),
      .text(account.keyDigest)
    ) { CallBudget(tokens: $0.real(0), time: $0.real(1)) }.first
  }

  /// Stores the account's call budget.
  package func notePace(_ pace: CallBudget, of account: CallAccount) throws(CatalogError) {
    try database.run(
      """
      INSERT INTO pace (host, key_digest, tokens, noted_at) VALUES (?, ?, ?, ?)
      ON CONFLICT (host, key_digest)
      DO UPDATE SET tokens = excluded.tokens, noted_at = excluded.noted_at
      """, .text(account.host), .text(account.keyDigest), .real(pace.tokens), .real(pace.time))
  }
}
