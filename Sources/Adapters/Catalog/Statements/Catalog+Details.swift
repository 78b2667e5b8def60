import Foundation
import MirrorCore
import PostgreSQL
import ProviderKit

/// The details of photos: comments, notes, people and the like.
extension Catalog {
  /// Notes listed photos: parts that are missing, or of another update than `updatedAt`, become due. A listing
  /// without a time of change shows no change.
  func noteListed(
    _ photos: [DetailCandidate], wanting parts: Set<PhotoDetails.Part>
  ) throws(CatalogError) {
    try transaction { () throws(CatalogError) in
      var current = [Set<PhotoDetails.Part>](repeating: [], count: photos.count)
      try database.read(
        "SELECT part FROM detail WHERE photo = ?1 AND coalesce(updated_at = ?2, ?2 IS NULL)",
        each: photos.map { [SQLValue($0.id), SQLValue($0.updatedAt)] }, isPartial: false
      ) { (place, row) throws(CatalogError) in
        if let part = row.text(0).flatMap(PhotoDetails.Part.init) { current[place].insert(part) }
      }
      for (photo, known) in zip(photos, current) {
        let due = parts.subtracting(known)
        guard !due.isEmpty else {
          try forgetDue(photo.id)
          continue
        }
        try database.run(
          """
          INSERT INTO detail_due (photo, updated_at, parts) VALUES (?, ?, ?)
          ON CONFLICT (photo) DO UPDATE SET updated_at = excluded.updated_at, parts = excluded.parts
          """, SQLValue(photo.id), SQLValue(photo.updatedAt),
          .text(due.map(\.rawValue).sorted().joined(separator: ",")))
      }
    }
  }

  private func forgetDue(_ photo: Int64) throws(CatalogError) {
    try database.run("DELETE FROM detail_due WHERE photo = ?", SQLValue(photo))
  }

  /// What is due of the mirrored photos that a pass has listed.
  func dueDetails(
    of source: SourceRecord, pass: Int64, after: Int64, limit: Int
  ) throws(CatalogError) -> [DueDetails] {
    try database.rows(
      """
      SELECT photo.id, \(Self.path), parts, updated_at
      FROM detail_due JOIN photo ON photo.id = detail_due.photo JOIN file ON file.photo = photo.id
        JOIN membership ON membership.source = ?1 AND membership.photo = photo.id
      WHERE photo.id > ?2 AND is_mirrored = 1 AND last_pass = ?3 ORDER BY photo.id LIMIT ?4
      """, SQLValue(source.id), SQLValue(after), SQLValue(pass), SQLValue(limit), isPartial: true
    ) { (row) throws(CatalogError) in
      let parts = (row.text(2) ?? "").split(separator: ",")
        .compactMap { PhotoDetails.Part(rawValue: String($0)) }
      return DueDetails(
        id: row.integer(0), path: try row.name(1) ?? "", parts: Set(parts),
        updatedAt: row.isNull(3) ? nil : row.integer(3))
    }
  }

  /// How many photos ``dueDetails(of:pass:after:limit:)`` gives in all; of any pass if `pass` is nil.
  func dueDetailCount(of source: SourceRecord, pass: Int64?) throws(CatalogError) -> Int {
    try database.rows(
      """
      SELECT count(*) FROM detail_due JOIN photo ON photo.id = detail_due.photo
        JOIN membership ON membership.source = ?1 AND membership.photo = photo.id
      WHERE is_mirrored = 1 AND last_pass = coalesce(?2, last_pass)
      """, SQLValue(source.id), SQLValue(pass)
    ) { Int($0.integer(0)) }.first ?? 0
  }

  /// Records the site's answer.
  func complete(_ due: DueDetails, with details: PhotoDetails) throws(CatalogError) {
    try transaction { () throws(CatalogError) in
      try keep(details, ofPhoto: due.id, updatedAt: due.updatedAt)
      try forgetDue(due.id)
    }
  }

  /// Records details that a listing has. One without a time of change, such as an export, is older than what
  /// the site answered. Call within a transaction.
  func keepListed(
    _ details: PhotoDetails, ofPhoto id: Int64, updatedAt: Int64?
  ) throws(CatalogError) {
    let newer =
      updatedAt != nil
      ? []
      : try database.rows(
        "SELECT part FROM detail WHERE photo = ? AND updated_at IS NOT NULL", SQLValue(id)
      ) { $0.text(0) ?? "" }
    let parts = details.parts.subtracting(newer.compactMap(PhotoDetails.Part.init))
    try keep(details.keeping(parts), ofPhoto: id, updatedAt: updatedAt)
  }

  private func keep(
    _ details: PhotoDetails, ofPhoto id: Int64, updatedAt: Int64?
  ) throws(CatalogError) {
    for part in details.parts.sorted(by: { $0.rawValue < $1.rawValue }) {
      try database.run(
        """
        INSERT INTO detail (photo, part, updated_at, content) VALUES (?, ?, ?, ?)
        ON CONFLICT (photo, part) DO UPDATE
        SET updated_at = excluded.updated_at, content = excluded.content
        """, SQLValue(id), .text(part.rawValue), SQLValue(updatedAt),
        SQLValue(DetailText.of(part, in: details)))
    }
    if let comments = details.comments { try keep(comments, ofPhoto: id) }
  }

  private func keep(
    _ comments: [PhotoComment], ofPhoto id: Int64
  ) throws(CatalogError) {
    try database.run("DELETE FROM comment WHERE photo = ?", SQLValue(id))
    for comment in comments {
      try database.run(
        """
        INSERT INTO comment (photo, key, author, author_name, posted_at, text, page)
        VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (photo, key) DO NOTHING
        """, SQLValue(id), .text(comment.id), .text(comment.author),
        SQLValue(comment.authorName), SQLValue(comment.postedAt), .text(comment.text),
        SQLValue(comment.pageURL))
    }
  }

  /// The details of a photo; nil if nothing is known.
  func details(ofPhoto id: Int64) throws(CatalogError) -> PhotoDetails? {
    let rows = try database.rows(
      "SELECT part, content FROM detail WHERE photo = ?", SQLValue(id)
    ) { ($0.text(0) ?? "", $0.text(1)) }
    var details = PhotoDetails()
    for (name, content) in rows {
      guard let part = PhotoDetails.Part(rawValue: name) else { continue }
      if part == .comments { details.comments = [] }
      details = content.map { details.replacing(with: DetailText.read(part, $0)) } ?? details
    }
    let comments = try comments(ofPhoto: id)
    if !comments.isEmpty { details.comments = comments }
    // Somebody else may have written the catalog: its texts are checked as those of a provider.
    return details.parts.isEmpty ? nil : details.checked()
  }

  private func comments(ofPhoto id: Int64) throws(CatalogError) -> [PhotoComment] {
    try database.rows(
      """
      SELECT key, author, author_name, posted_at, text, page FROM comment WHERE photo = ?
      ORDER BY posted_at NULLS FIRST, key LIMIT ?
      """, SQLValue(id), SQLValue(JointLimits.details)
    ) { row in
      PhotoComment(
        id: row.text(0) ?? "", author: row.text(1) ?? "", authorName: row.text(2),
        postedAt: row.isNull(3) ? nil : row.integer(3), text: row.text(4) ?? "",
        pageURL: row.text(5))
    }
  }
}

/// The parts of details as JSON, with the keys that the views read.
enum DetailText {
  /// Nil for a part without content of its own, and for comments, which have a table.
  static func of(_ part: PhotoDetails.Part, in details: PhotoDetails) -> String? {
    switch part {
    case .comments: nil
    case .info: text(details.info)
    case .exif: text(details.exif)
    case .people: text(details.people)
    case .notes: text(details.notes)
    case .geo: text(details.geo)
    case .contexts: text(details.contexts)
    }
  }

  /// The part in the text of ``of(_:in:)``; no part if it cannot be read.
  static func read(_ part: PhotoDetails.Part, _ text: String) -> PhotoDetails {
    switch part {
    case .comments: PhotoDetails()
    case .info: PhotoDetails(info: value(text))
    case .exif: PhotoDetails(exif: value(text))
    case .people: PhotoDetails(people: value(text))
    case .notes: PhotoDetails(notes: value(text))
    case .geo: PhotoDetails(geo: value(text))
    case .contexts: PhotoDetails(contexts: value(text))
    }
  }

  private static func text(_ value: (some Encodable)?) -> String? {
    guard let value else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func value<Value: Decodable>(_ text: String) -> Value? {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try? decoder.decode(Value.self, from: Data(text.utf8))
  }
}

extension RunCatalog {
  package func noteListed(
    _ photos: [DetailCandidate], wanting parts: Set<PhotoDetails.Part>
  ) async throws(MirrorError) {
    try await query { catalog throws(CatalogError) in
      try catalog.noteListed(photos, wanting: parts)
    }
  }

  package func dueDetails(after: Int64, limit: Int) async throws(MirrorError) -> [DueDetails] {
    guard let pass else { return [] }
    return try await query { catalog throws(CatalogError) in
      try catalog.dueDetails(of: source, pass: pass, after: after, limit: limit)
    }
  }

  package func dueDetailCount() async throws(MirrorError) -> Int {
    guard let pass else { return 0 }
    return try await query { catalog throws(CatalogError) in
      try catalog.dueDetailCount(of: source, pass: pass)
    }
  }

  /// Mirrored photos of this run's source whose details are due, whichever pass listed them.
  package func pendingDetails() async throws(MirrorError) -> Int {
    try await query { catalog throws(CatalogError) in
      try catalog.dueDetailCount(of: source, pass: nil)
    }
  }

  package func complete(
    _ due: DueDetails, with details: PhotoDetails
  ) async throws(MirrorError) {
    try await query { catalog throws(CatalogError) in try catalog.complete(due, with: details) }
  }
}
