import MirrorCore
import PostgreSQL

/// Photos that leave the mirror and come back.
extension Catalog {
  /// Whether a row of `photo` is of a photo that left the mirror, as an SQL expression. The table is small: its
  /// one page stays in memory.
  static let isAway = """
    EXISTS (SELECT 1 FROM departure WHERE departure.photo = photo.id
      AND departure.state NOT IN ('gone', 'kept', 'replacing'))
    """

  /// Photos with the facts of their files.
  package func photos(_ ids: [Int64]) throws(CatalogError) -> [KnownPhoto] {
    try knownPhotos(where: "photo.id = ?1", each: ids.map { SQLValue($0) }, limit: 1)
  }

  /// Photos whose id at any site, or whose file's path, is `name`. Reads all rows.
  package func photos(named name: String) throws(CatalogError) -> [KnownPhoto] {
    try knownPhotos(
      where: "photo.key = ?1 OR \(Self.path) = ?1", each: [.text(name)],
      limit: Self.mostNamesakes)
  }

  private static let mostNamesakes = 100

  /// Photos in one of the states, in the order of their rows.
  /// - Parameter after: The id of the last photo of the previous batch; 0 for the first batch.
  package func departed(
    in states: Set<Departure.State>, after: Int64, limit: Int
  ) throws(CatalogError) -> [KnownPhoto] {
    let names = states.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
    // Chosen in their own table, because every run asks, and reading all photos takes a second for each million.
    return try knownPhotos(
      where: """
        photo.id IN (
          SELECT photo FROM departure WHERE photo > ?1 AND state IN (\(names))
          ORDER BY photo LIMIT ?2)
        """, each: [SQLValue(after)], limit: limit)
  }

  private func knownPhotos(
    where condition: String, each values: [SQLValue], limit: Int
  ) throws(CatalogError) -> [KnownPhoto] {
    var rows: [(id: Int64, site: String, file: MirroredPhoto?, accepted: FileFingerprint?)] = []
    try database.read(
      """
      SELECT photo.id, site.text, file.photo IS NOT NULL, \(Self.path), format, width, height,
        file.byte_count, file.sha256, label.text, file.address, has_thumbnail, is_unproven,
        stored_at, announced, reason.text, accepted.byte_count, accepted.sha256
      FROM photo LEFT JOIN file ON file.photo = photo.id
        LEFT JOIN accepted ON accepted.photo = photo.id AND original = file.sha256
        LEFT JOIN term AS label ON label.id = file.label
        LEFT JOIN term AS reason ON reason.id = file.size_reason
        LEFT JOIN term AS site ON site.id = photo.site
        LEFT JOIN departure ON departure.photo = photo.id
      WHERE \(condition) ORDER BY photo.id LIMIT ?2
      """, each: values.map { [$0, SQLValue(limit)] }, isPartial: false
    ) { (_, row) throws(CatalogError) in
      let file = row.integer(2) == 0 ? nil : try Self.file(of: row)
      let accepted =
        row.isNull(16)
        ? nil
        : FileFingerprint(byteCount: row.integer(16, in: Limit.bytes), sha256: row.hex(17))
      rows.append((row.integer(0), row.text(1) ?? "", file, accepted))
    }
    return zip(rows, try records(rows.map(\.id))).compactMap { row, record in
      record.map {
        KnownPhoto(record: $0, site: row.site, file: row.file, accepted: row.accepted)
      }
    }
  }

  private static func file(of row: SQLRow) throws(CatalogError) -> MirroredPhoto {
    MirroredPhoto(
      id: row.integer(0), path: try row.name(3) ?? "", format: row.text(4) ?? "",
      width: Int(row.integer(5, in: Limit.edge)), height: Int(row.integer(6, in: Limit.edge)),
      byteCount: row.integer(7, in: Limit.bytes), sha256: row.hex(8),
      label: row.text(9) ?? "", sizeReason: row.text(15).flatMap(SizeReason.init),
      address: row.text(10), announced: row.isNull(14) ? nil : row.integer(14),
      thumbnail: thumbnail(row, 11), isUnproven: row.integer(12) != 0,
      storedAt: row.integer(13, in: Limit.seconds))
  }

  /// Records the departures by the ids of their photos, replacing earlier ones, in one transaction. A photo counts as
  /// mirrored afterwards only if its state says so and it has a file.
  package func depart(_ departures: [Int64: Departure]) throws(CatalogError) {
    guard !departures.isEmpty else { return }
    try transaction { () throws(CatalogError) in
      for (id, departure) in departures.sorted(by: { $0.key < $1.key }) {
        try noteStep(to: departure.state, ofPhotos: [id])
        try database.run(
          """
          INSERT INTO departure (photo, state, is_forgotten, since, reason, place)
          VALUES (?, ?, ?, ?, ?, ?)
          ON CONFLICT (photo) DO UPDATE SET state = excluded.state,
            is_forgotten = excluded.is_forgotten, since = excluded.since, reason = excluded.reason,
            place = excluded.place
          """, SQLValue(id), .text(departure.state.rawValue), SQLValue(departure.isForgotten),
          SQLValue(departure.since), .text(departure.reason), SQLValue(departure.place))
        try setMirrored(id, departure.state.isMirrored)
      }
    }
  }

  /// Ends the departures of photos, in one transaction.
  /// - Parameter isMirrored: Whether their files are stored; only photos with a file can be mirrored.
  package func comeBack(_ ids: [Int64], isMirrored: Bool) throws(CatalogError) {
    guard !ids.isEmpty else { return }
    try transaction { () throws(CatalogError) in
      if isMirrored { try noteStep(to: .kept, ofPhotos: ids) }
      for id in ids {
        try endDeparture(ofPhoto: id)
        try setMirrored(id, isMirrored)
      }
    }
  }

  /// The events of photos that get to a state.
  private func noteStep(to state: Departure.State, ofPhotos ids: [Int64]) throws(CatalogError) {
    switch state {
    case .trashed:
      try note(.trashed, ofPhotos: ids, where: "state = 'leaving'", detail: "reason")
    case .deleted:
      try note(.deleted, ofPhotos: ids, where: "coalesce(state, '') != 'deleted'", detail: "reason")
    case .kept: try note(.restored, ofPhotos: ids, where: "state = 'returning'")
    case .gone, .leaving, .returning, .replacing: break
    }
  }

  /// Records that the files of photos are in the mirror again, in one transaction.
  package func noteFound(ofPhotos ids: [Int64]) throws(CatalogError) {
    try transaction { () throws(CatalogError) in
      try note(.repaired, ofPhotos: ids, where: "is_mirrored = 0")
      for id in ids { try setMirrored(id, true) }
    }
  }

  func endDeparture(ofPhoto id: Int64) throws(CatalogError) {
    try database.run("DELETE FROM departure WHERE photo = ?", SQLValue(id))
  }

  /// Only a photo with a file can be mirrored.
  private func setMirrored(_ id: Int64, _ isMirrored: Bool) throws(CatalogError) {
    // The second has nothing left to change after the first.
    for areMirrored in [true, false] {
      _ = try updatePhotos(
        """
        is_deferred = 0, failure = NULL, refused_at = NULL, retry_at = NULL,
          is_mirrored = CASE WHEN EXISTS (SELECT 1 FROM file WHERE file.photo = ?1) THEN ?2 ELSE 0 END
        """, where: "id = ?1", areMirrored: areMirrored,
        each: [[SQLValue(id), SQLValue(isMirrored)]])
    }
  }

  static func departure(_ row: any SQLRow, from column: Int32) throws(CatalogError) -> Departure? {
    guard let state = row.text(column).flatMap(Departure.State.init) else { return nil }
    return Departure(
      state, since: row.integer(column + 2, in: Limit.seconds), reason: row.text(column + 3) ?? "",
      isForgotten: row.integer(column + 1) != 0, place: try row.place(column + 4))
  }
}

/// Which photos a source no longer lists.
extension Catalog {
  /// Records why a pass proves nothing about the photos that it did not list. A reason that it has already stays.
  package func noteDoubt(
    _ doubt: PassDoubt, ofPass number: Int64, of source: SourceRecord
  ) throws(CatalogError) {
    try database.run(
      "UPDATE pass SET doubt = coalesce(doubt, ?) WHERE source = ? AND number = ?",
      .text(doubt.rawValue), SQLValue(source.id), SQLValue(number))
  }

  /// The number of the first of the passes by which photos of a source are judged gone; nil if there are too few. See
  /// ``GonePolicy/firstPass(of:now:)``.
  /// - Parameter now: Seconds since 1970.
  package func firstJudgingPass(
    _ policy: GonePolicy, ofSource id: Int64, now: Int64
  ) throws(CatalogError) -> Int64? {
    policy.firstPass(of: try judgingPasses(ofSource: id), now: now)
  }

  /// The complete passes without a doubt, the latest first.
  package func judgingPasses(
    ofSource id: Int64
  ) throws(CatalogError) -> [(number: Int64, endedAt: Int64)] {
    try database.rows(
      """
      SELECT number, ended_at FROM pass
      WHERE source = ? AND outcome = 'complete' AND is_limited = 0 AND doubt IS NULL
        AND ended_at IS NOT NULL
      ORDER BY number DESC LIMIT 1000
      """, SQLValue(id)
    ) { (number: $0.integer(0), endedAt: $0.integer(1)) }
  }

  /// Photos that a source once listed, and not in this pass or any later one.
  package func members(
    of source: SourceRecord, lastListedBefore pass: Int64, after: Int64, limit: Int
  ) throws(CatalogError) -> [Int64] {
    try database.rows(
      """
      SELECT photo FROM membership WHERE source = ? AND photo > ? AND last_pass < ?
      ORDER BY photo LIMIT ?
      """, SQLValue(source.id), SQLValue(after), SQLValue(pass), SQLValue(limit)
    ) { $0.integer(0) }
  }

  /// Whether the source withdrew all its photos.
  package func isWithdrawn(_ source: SourceRecord) throws(CatalogError) -> Bool {
    try !database.rows(
      "SELECT 1 FROM source WHERE id = ? AND withdrawn_at IS NOT NULL", SQLValue(source.id)
    ) { _ in true }.isEmpty
  }

  /// The rows among `ids` that a source other than this one lists, as far as is known.
  package func listedElsewhere(
    _ ids: [Int64], than source: SourceRecord, _ policy: GonePolicy, now: Int64
  ) throws(CatalogError) -> Set<Int64> {
    var listed: Set<Int64> = []
    for other in try sources() where other.id != source.id {
      let first = try firstJudgingPass(policy, ofSource: other.id, now: now) ?? .min
      // A window says only what it shows. An import does not turn a site's listing into one.
      let window =
        try database.rows(
          """
          SELECT number FROM pass WHERE source = ?1 AND doubt = 'window' AND number = (
            SELECT max(number) FROM pass WHERE source = ?1 AND outcome = 'complete')
            AND NOT EXISTS (
              SELECT 1 FROM pass
              WHERE source = ?1 AND outcome = 'complete' AND doubt IS DISTINCT FROM 'window')
          """, SQLValue(other.id)
        ) { $0.integer(0) }.first ?? .min
      let passes = try database.first(
        "SELECT last_pass FROM membership WHERE source = ? AND photo = ?",
        each: ids.map { [SQLValue(other.id), SQLValue($0)] }
      ) { $0.integer(0) }
      for (id, last) in zip(ids, passes) {
        if let last, last >= first, last >= window { listed.insert(id) }
      }
    }
    return listed
  }

  /// - Returns: Whether that is news.
  package func noteWithdrawal(
    _ isWithdrawn: Bool, of source: SourceRecord, at seconds: Int64
  ) throws(CatalogError) -> Bool {
    try database.update(
      "UPDATE source SET withdrawn_at = ?1 WHERE id = ?2 AND (withdrawn_at IS NULL) = (?1 IS NOT NULL)",
      SQLValue(isWithdrawn ? seconds : nil), SQLValue(source.id)) > 0
  }
}
