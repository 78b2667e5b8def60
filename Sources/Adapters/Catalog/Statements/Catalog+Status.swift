import MirrorCore
import PostgreSQL

/// The counts of a source's photos.
package struct SourceCounts: Sendable, Hashable {
  /// The source that listed the photos first, or last before they were mirrored; each photo counts for one source.
  package let source: SourceRecord
  /// Photos that count as mirrored.
  package let mirrored: Int
  /// Listed, and neither mirrored nor failed, refused or away.
  package let waiting: Int
  /// Failed; the next run tries again.
  package let failed: Int
  /// Refused by the site in more than one run.
  package let unavailable: Int
  /// Mirrored once, without their files now, and not let go; waiting, failed or unavailable too.
  package let lost: Int
  /// Mirrored, and listed with another address since.
  package let replaced: Int
  /// Mirrored without a decode.
  package let unproven: Int
  /// Mirrored photos whose details were wanted, and are not there yet.
  package let pendingDetails: Int
  /// Bytes of the mirrored photos' own files, without sidecars and thumbnails; 2^53 at most.
  package let byteCount: Int64
}

extension Catalog {
  /// Photos that have failed. A deferred photo still waits for its second attempt, also if the run that
  /// deferred it was interrupted.
  static let isFailed = """
    is_mirrored = 0 AND is_deferred = 0 AND failure IS NOT NULL AND retry_at IS NULL
    """
  /// Photos that the site refused in more than one run, and that the last run did not defer.
  static let isUnavailable = "is_mirrored = 0 AND is_deferred = 0 AND retry_at IS NOT NULL"
  /// Photos that were mirrored, whose files are not in the mirror, and that did not leave it. Needs their rows of `file`.
  static let isLost = "is_mirrored = 0 AND file.photo IS NOT NULL AND NOT \(isAway)"
  /// Photos that the mirror is to have: mirrored ones, and lost ones. Whatever a run records of a lost photo, it is
  /// expected until it is whole again or its owner lets it go. Needs their rows of `file`.
  static let isExpected = "(is_mirrored = 1 OR (\(isLost)))"

  /// Every source with its counts, in the order of the addresses.
  package func counts() throws(CatalogError) -> [SourceCounts] {
    let (counts, details) = (try countsBySource(), try pendingDetailsBySource())
    return try sources().map { source in
      let count = counts[source.id]
      return SourceCounts(
        source: source, mirrored: count?.mirrored ?? 0, waiting: count?.waiting ?? 0,
        failed: count?.failed ?? 0, unavailable: count?.unavailable ?? 0, lost: count?.lost ?? 0,
        replaced: count?.replaced ?? 0, unproven: count?.unproven ?? 0,
        pendingDetails: details[source.id] ?? 0,
        byteCount: count?.byteCount ?? 0)
    }
  }

  /// How many photos of a source are mirrored. Reads one table, while ``counts()`` reads each photo's file too.
  package func mirroredCount(of source: Int64) throws(CatalogError) -> Int {
    try database.rows(
      "SELECT count(*) FROM photo WHERE source = ? AND is_mirrored != 0", SQLValue(source)
    ) { Int($0.integer(0)) }.first ?? 0
  }

  /// Whether the file of any photo is recorded. Reads one row.
  package func hasFiles() throws(CatalogError) -> Bool {
    try database.rows("SELECT 1 FROM file LIMIT 1") { _ in true }.first ?? false
  }

  private typealias Count = (
    mirrored: Int, waiting: Int, failed: Int, unavailable: Int, replaced: Int, unproven: Int,
    byteCount: Int64, lost: Int
  )

  /// Rows are counted, and bytes are summed as a real number, which cannot overflow.
  private func countsBySource() throws(CatalogError) -> [Int64: Count] {
    let rows = try database.rows(
      """
      SELECT source, count(*) FILTER (WHERE is_mirrored != 0),
        count(*) FILTER (
          WHERE is_mirrored = 0 AND NOT (\(Self.isFailed)) AND NOT (\(Self.isUnavailable))
            AND NOT \(Self.isAway)),
        count(*) FILTER (WHERE \(Self.isFailed)),
        count(*) FILTER (WHERE \(Self.isUnavailable)),
        count(*) FILTER (WHERE is_mirrored != 0 AND replaced_at IS NOT NULL),
        count(*) FILTER (WHERE is_mirrored != 0 AND is_unproven = 1),
        sum(CAST(byte_count AS DOUBLE PRECISION)) FILTER (WHERE is_mirrored != 0),
        count(*) FILTER (WHERE \(Self.isLost))
      FROM photo LEFT JOIN file ON file.photo = photo.id GROUP BY source
      """
    ) {
      let count: Count = (
        Int($0.integer(1)), Int($0.integer(2)), Int($0.integer(3)), Int($0.integer(4)),
        Int($0.integer(5)), Int($0.integer(6)), Int64(min(max(0, $0.real(7)), Self.mostBytes)),
        Int($0.integer(8))
      )
      return ($0.integer(0), count)
    }
    return Dictionary(rows) { $1 }
  }

  private func pendingDetailsBySource() throws(CatalogError) -> [Int64: Int] {
    let rows = try database.rows(
      """
      SELECT source, count(*) FROM detail_due JOIN photo ON photo.id = detail_due.photo
      WHERE is_mirrored != 0 GROUP BY source
      """
    ) { ($0.integer(0), Int($0.integer(1))) }
    return Dictionary(rows) { $1 }
  }

  /// The limit of every sum of bytes: 2^53, up to which a real number is exact.
  static let mostBytes = 9_007_199_254_740_992.0

  /// Why photos are not mirrored, the most frequent reasons first.
  package func failures(limit: Int) throws(CatalogError) -> [(reason: String, photos: Int)] {
    try database.rows(
      """
      SELECT failure, count(*) FROM photo WHERE \(Self.isFailed)
      GROUP BY failure ORDER BY 2 DESC, 1 LIMIT ?
      """, SQLValue(limit)
    ) { ($0.text(0) ?? "", Int($0.integer(1))) }
  }

  /// Mirrored photos in the order of their rows, for checking each file.
  ///
  /// - Parameter after: The id of the last photo of the previous batch; 0 for the first batch.
  package func mirrored(after: Int64, limit: Int) throws(CatalogError) -> [MirroredPhoto] {
    try stored(after: after, limit: limit).map(\.file)
  }

  /// The same, with the photos' names.
  package func stored(after: Int64, limit: Int) throws(CatalogError) -> [StoredPhoto] {
    try stored(where: "is_mirrored = 1", after: after, limit: limit)
  }

  /// The photos that the mirror is to have, in the same order: mirrored ones, and those that are lost.
  package func expected(after: Int64, limit: Int) throws(CatalogError) -> [StoredPhoto] {
    try stored(where: Self.isExpected, after: after, limit: limit)
  }

  /// The lost ones of ``expected(after:limit:)``.
  package func lost(after: Int64, limit: Int) throws(CatalogError) -> [StoredPhoto] {
    try stored(where: Self.isLost, after: after, limit: limit)
  }

  /// How many photos the mirror is to have.
  package func expectedCount() throws(CatalogError) -> (photos: Int, lost: Int) {
    try database.rows(
      """
      SELECT count(*), count(*) FILTER (WHERE is_mirrored = 0)
      FROM photo LEFT JOIN file ON file.photo = photo.id WHERE \(Self.isExpected)
      """
    ) { (Int($0.integer(0, in: Limit.count)), Int($0.integer(1, in: Limit.count))) }.first ?? (0, 0)
  }

  private func stored(
    where condition: String, after: Int64, limit: Int
  ) throws(CatalogError) -> [StoredPhoto] {
    try database.rows(
      "\(Self.storedRows) WHERE \(condition) AND photo.id > ? ORDER BY photo.id LIMIT ?",
      SQLValue(after), SQLValue(limit), read: Self.stored)
  }

  /// Some photos, in the order of `ids`; those that the mirror is not to have any more are left out.
  package func expected(_ ids: [Int64]) throws(CatalogError) -> [StoredPhoto] {
    try database.reading { () throws(CatalogError) in
      try database.first(
        "\(Self.storedRows) WHERE \(Self.isExpected) AND photo.id = ?",
        each: ids.map { [SQLValue($0)] }, read: Self.stored)
    }.compactMap(\.self)
  }

  private static let storedRows = """
    SELECT photo.id, \(path), format, width, height, file.byte_count, file.sha256,
      label.text, address, has_thumbnail, is_unproven, stored_at, stem, accepted.sha256,
      accepted.byte_count, accepted_at, photo.key, is_mirrored
    FROM photo LEFT JOIN file ON file.photo = photo.id
      LEFT JOIN term AS label ON label.id = file.label
      LEFT JOIN accepted ON accepted.photo = photo.id AND original = file.sha256
    """

  private static func stored(_ row: any SQLRow) throws(CatalogError) -> StoredPhoto {
    let file = MirroredPhoto(
      id: row.integer(0), path: try row.name(1) ?? "", format: row.text(2) ?? "",
      width: Int(row.integer(3, in: Limit.edge)), height: Int(row.integer(4, in: Limit.edge)),
      byteCount: row.integer(5, in: Limit.bytes), sha256: row.hex(6),
      label: row.text(7) ?? "", address: row.text(8), thumbnail: thumbnail(row, 9),
      isUnproven: row.integer(10) != 0, storedAt: row.integer(11, in: Limit.seconds))
    var photo = StoredPhoto(
      file: file, stem: try row.name(12) ?? "", key: row.text(16) ?? "",
      isLost: row.integer(17) == 0)
    if row.text(13) != nil || !row.hex(13).isEmpty {
      photo.accepted = AcceptedFile(
        sha256: row.hex(13), byteCount: row.integer(14, in: Limit.bytes),
        at: row.integer(15, in: Limit.seconds))
    }
    return photo
  }
}

/// A photo that a mirror is to have, with its name.
package struct StoredPhoto: Sendable, Hashable {
  /// The facts of its file.
  package let file: MirroredPhoto
  /// Where its thumbnail is stored, without extension.
  package let stem: String
  /// Its id at the site.
  package let key: String
  /// Whether the catalog records that its file is not in the mirror.
  package let isLost: Bool
  /// The edited file in its place that the user accepted; nil if none.
  package var accepted: AcceptedFile?

  package init(file: MirroredPhoto, stem: String, key: String, isLost: Bool = false) {
    (self.file, self.stem, self.key, self.isLost) = (file, stem, key, isLost)
  }
}

/// An edited file that the user accepted in the place of the mirrored one.
package struct AcceptedFile: Sendable, Hashable {
  /// Hexadecimal.
  package let sha256: String
  /// The size of the file.
  package let byteCount: Int64
  /// When it was accepted, in seconds since 1970.
  package let at: Int64

  package init(sha256: String, byteCount: Int64, at: Int64) {
    (self.sha256, self.byteCount, self.at) = (sha256, byteCount, at)
  }
}

extension Catalog {
  /// Records that a file which replaces the mirrored one is accepted, until the photo is stored with other bytes.
  package func accept(_ file: AcceptedFile, ofPhoto id: Int64) throws(CatalogError) {
    try transaction { () throws(CatalogError) in
      try note(.edited, ofPhotos: [id])
      try recordAccepted(file, ofPhoto: id)
    }
  }

  private func recordAccepted(_ file: AcceptedFile, ofPhoto id: Int64) throws(CatalogError) {
    try database.run(
      """
      INSERT INTO accepted (photo, original, sha256, byte_count, accepted_at)
      SELECT photo, sha256, ?2, ?3, ?4 FROM file WHERE photo = ?1
      ON CONFLICT (photo) DO UPDATE SET original = excluded.original, sha256 = excluded.sha256,
        byte_count = excluded.byte_count, accepted_at = excluded.accepted_at
      """, SQLValue(id), .blob([UInt8](hex: file.sha256)), SQLValue(file.byteCount),
      SQLValue(file.at))
  }
}

/// The valid ranges of a row's numbers; other values were not written by this program.
enum Limit {
  static let edge: ClosedRange<Int64> = 0...Int64(Int32.max)
  static let bytes: ClosedRange<Int64> = 0...(1 << 50)
  /// Numbers of photos, pages and entries.
  static let count: ClosedRange<Int64> = 0...(1 << 40)
  /// Since 1970, up to the last date with a four-digit year.
  static let seconds: ClosedRange<Int64> = 0...253_402_300_799
}
