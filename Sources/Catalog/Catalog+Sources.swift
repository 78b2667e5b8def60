import MirrorCore

extension Catalog {
  /// More than anybody has; a prepared catalog may claim millions.
  private static let mostSources = 10_000
  private static let columns = "id, address, run, is_underway, cursor, finished_at, choices"

  /// Begins a run: makes the source's row where it is new, and counts the run.
  package func beginRun(ofSource address: String) throws(CatalogError) -> SourceRecord {
    try database.transaction { () throws(CatalogError) in
      try database.run(
        """
        INSERT INTO source (address, run) VALUES (?, 1)
        ON CONFLICT (address) DO UPDATE SET run = run + 1
        """, SQLValue.text(address))
      guard let record = try source(address) else {
        throw CatalogError(.statement, "the catalog \(database.path) lost the source \(address)")
      }
      return record
    }
  }

  package func source(_ address: String) throws(CatalogError) -> SourceRecord? {
    try database.rows(
      "SELECT \(Self.columns) FROM source WHERE address = ?", .text(address), read: Self.source
    ).first
  }

  package func sources() throws(CatalogError) -> [SourceRecord] {
    try database.rows(
      "SELECT \(Self.columns) FROM source ORDER BY address LIMIT \(Self.mostSources)",
      read: Self.source)
  }

  /// Notes that a pass is under way and where it would go on.
  package func noteCursor(_ cursor: String?, ofSource id: Int64) throws(CatalogError) {
    try database.run(
      "UPDATE source SET is_underway = 1, cursor = ? WHERE id = ?", SQLValue(cursor), SQLValue(id))
  }

  /// Notes that a pass has come to the listing's end.
  package func notePassEnd(ofSource id: Int64, at seconds: Int64) throws(CatalogError) {
    try database.run(
      "UPDATE source SET is_underway = 0, cursor = NULL, finished_at = ? WHERE id = ?",
      SQLValue(seconds), SQLValue(id))
  }

  /// Notes what the photos come as from now on.
  package func noteChoices(_ choices: String, ofSource id: Int64) throws(CatalogError) {
    try database.run(
      "UPDATE source SET choices = ? WHERE id = ?", .text(choices), SQLValue(id))
  }

  /// Forgets a source that never gave anything: a misspelt one is not to be told of for ever.
  /// - Returns: whether no other source is left.
  package func forget(_ source: SourceRecord) throws(CatalogError) -> Bool {
    try database.run(
      """
      DELETE FROM source WHERE id = ?1 AND finished_at IS NULL AND cursor IS NULL
        AND NOT EXISTS (SELECT 1 FROM photo WHERE source = ?1)
      """, SQLValue(source.id))
    return try sources().isEmpty
  }

  private static func source(_ row: Statement) -> SourceRecord {
    SourceRecord(
      id: row.integer(0), address: row.text(1) ?? "", run: row.integer(2),
      isUnderway: row.integer(3) != 0, cursor: row.text(4),
      finishedAt: row.isNull(5) ? nil : row.integer(5, in: Limit.seconds), choices: row.text(6))
  }
}
