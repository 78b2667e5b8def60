import ProviderKit

/// What became of one line of units.
public struct UnitResult: Sendable, Hashable {
  public enum Outcome: Sendable, Hashable {
    /// Fetched, proven and stored.
    case stored(StoredUnit)
    /// A file with this name is stored already.
    case known(path: String)
    /// Not fetched. Another attempt may succeed, or fails the same way.
    case failed(stage: String, reason: String, willRetry: Bool)
    /// The line is no unit.
    case invalid(reason: String)
  }

  /// Of the input, counted from 1.
  public let line: Int
  /// Nil if the line has none.
  public let id: String?
  public let site: String?
  public let outcome: Outcome

  package init(line: Int, id: String?, site: String?, _ outcome: Outcome) {
    (self.line, self.id, self.site, self.outcome) = (line, id, site, outcome)
  }
}

/// The facts of a stored file.
public struct StoredUnit: Sendable, Hashable {
  public let path: String
  public let format: String
  public let width: Int
  public let height: Int
  public let byteCount: Int64
  public let sha256: String
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
}
