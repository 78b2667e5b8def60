import ProviderKit

/// What became of one line of units.
public struct UnitResult: Sendable, Hashable {
  /// The result for a line.
  public enum Outcome: Sendable, Hashable {
    /// Fetched, proven and stored.
    case stored(StoredUnit)
    /// A file with this name is stored already.
    case known(StoredUnit)
    /// Not fetched. Another attempt may succeed, or fails the same way.
    case failed(stage: String, reason: String, willRetry: Bool)
    /// The line is no unit.
    case invalid(reason: String)
  }

  /// The line of the input, counted from 1.
  public let line: Int
  /// Nil if the line has none.
  public let id: String?
  /// Nil if the line has none, or is no unit.
  public let site: String?
  /// The line's own `tag`, as JSON; nil if it has none.
  public let tag: String?
  /// The result for the unit, or for the line if it is no unit.
  public let outcome: Outcome

  package init(
    line: Int, id: String?, site: String?, tag: String? = nil, _ outcome: Outcome
  ) {
    (self.line, self.id, self.site, self.tag) = (line, id, site, tag)
    self.outcome = outcome
  }
}

/// The facts of a stored file.
public struct StoredUnit: Sendable, Hashable {
  /// Relative to the place of the photos.
  public let path: String
  /// The name of the file's format: `jpeg`, `mp4`.
  public let format: String
  /// Pixels as stored, before any orientation; 0 if unknown.
  public let width: Int
  /// Pixels as stored, before any orientation; 0 if unknown.
  public let height: Int
  /// Bytes of the file.
  public let byteCount: Int64
  /// The digest of the file, in lower-case hexadecimal.
  public let sha256: String
  /// Bytes received for it; 0 if it was stored already.
  public let bytesFetched: Int64
  /// Whether it was read to its last pixel.
  public let isProven: Bool
  /// Sentences.
  public let warnings: [String]

  init(_ facts: StoredFacts, _ photo: InspectedPhoto) {
    let inspection = photo.inspection
    (path, format) = (facts.path, inspection.format.name)
    (width, height) = (inspection.width, inspection.height)
    (byteCount, sha256) = (inspection.byteCount, inspection.sha256)
    (bytesFetched, isProven) = (photo.bytesFetched, inspection.isProven)
    warnings = facts.warnings
  }

  /// A file that is stored already.
  package init(path: String, _ marks: FileMarks) {
    (self.path, format) = (path, marks.format)
    (width, height) = (marks.width, marks.height)
    (byteCount, sha256) = (marks.byteCount, marks.sha256)
    (bytesFetched, isProven, warnings) = (0, marks.isProven, [])
  }
}
