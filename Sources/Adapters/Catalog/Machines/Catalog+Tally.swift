import PostgreSQL

/// How the photos and jobs of a source change in number.
struct TallyChange: Sendable, Hashable {
  var mirrored: Int64 = 0
  var missing: Int64 = 0
  /// Jobs that are queued or claimed.
  var open: Int64 = 0

  var isNone: Bool { self == TallyChange() }
}

/// The numbers of photos and of open jobs of each source, on a server only: counting ten million rows takes seconds, and
/// everybody asks for the state of a fleet.
///
/// A transaction adds up what it changes, and its last statements change the sums, so that no other one waits for
/// longer than its commit. Each source has sixteen rows, and a connection has one of them.
extension Catalog {
  private static let shard = "pg_backend_pid() % 16"

  /// Changes rows of photos that count as mirrored, or of those that do not, by assignments that may change that. Call in
  /// a transaction.
  /// - Returns: For each list of values whether there was such a row.
  func updatePhotos(
    _ assignments: String, where condition: String, areMirrored: Bool, each lists: [[SQLValue]]
  ) throws(CatalogError) -> [Bool] {
    var isFound = [Bool](repeating: false, count: lists.count)
    guard !lists.isEmpty else { return isFound }
    // The sum hides the state from the planner, which else takes a partial index that was empty for one that is.
    try database.read(
      """
      UPDATE photo SET \(assignments)
      WHERE \(condition) AND is_mirrored + 0 \(areMirrored ? "<>" : "=") 0
      RETURNING source, is_mirrored
      """, each: lists, isPartial: false
    ) { place, row in
      isFound[place] = true
      let sign: Int64 = (row.integer(1) != 0 ? 1 : 0) - (areMirrored ? 1 : 0)
      tally[row.integer(0), default: TallyChange()].mirrored += sign
      tally[row.integer(0), default: TallyChange()].missing -= sign
    }
    return isFound
  }

  /// Jobs that become open or cease to be, by a statement that returns their sources. Call in a transaction.
  /// - Returns: For each list of values whether there was a job.
  func changeJobs(
    _ sql: String, each lists: [[SQLValue]], by sign: Int64
  ) throws(CatalogError) -> [Bool] {
    var isFound = [Bool](repeating: false, count: lists.count)
    guard !lists.isEmpty else { return isFound }
    try database.read(sql, each: lists, isPartial: false) { place, row in
      isFound[place] = true
      tally[row.integer(0), default: TallyChange()].open += sign
    }
    return isFound
  }

  /// Adds the changes to the sums.
  func noteTally() throws(CatalogError) {
    let changes = tally.filter { !$0.value.isNone }.sorted { $0.key < $1.key }
    tally = [:]
    guard database is ServerDatabase, !changes.isEmpty else { return }
    for (source, change) in changes {
      try database.run(
        """
        INSERT INTO tally (source, shard, mirrored, missing, open)
        VALUES (?, \(Self.shard), ?, ?, ?)
        ON CONFLICT (source, shard) DO UPDATE SET mirrored = tally.mirrored + excluded.mirrored,
          missing = tally.missing + excluded.missing, open = tally.open + excluded.open
        """, SQLValue(source), SQLValue(change.mirrored), SQLValue(change.missing),
        SQLValue(change.open))
    }
  }

  /// Counts everything, after rows were copied. Nobody else may change them meanwhile. Nothing on a file.
  func countAll() throws(CatalogError) {
    guard database is ServerDatabase else { return }
    try transaction { () throws(CatalogError) in
      try database.run("DELETE FROM tally")
      try database.run(
        """
        INSERT INTO tally (source, shard, mirrored, missing, open)
        SELECT id, 0, coalesce(mirrored, 0), coalesce(missing, 0), coalesce(open, 0)
        FROM source
          LEFT JOIN (SELECT source, count(*) FILTER (WHERE is_mirrored <> 0) AS mirrored,
              count(*) FILTER (WHERE is_mirrored = 0) AS missing
            FROM photo GROUP BY source) AS photos ON photos.source = source.id
          LEFT JOIN (SELECT source, count(*) AS open FROM job WHERE state <> 2
            GROUP BY source) AS jobs ON jobs.source = source.id
        """)
    }
  }
}
