/// Something that happened to a photo of a mirror.
public struct PhotoEvent: Sendable, Hashable {
  /// The raw values are words of the catalog and of JSON output.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Its file was stored.
    case stored
    /// Its file was checked: the first and the last check of all.
    case checked
    /// A new version of the site replaced its file.
    case replaced
    /// The user accepted an edited file.
    case edited
    /// Its files were moved to the trash.
    case trashed
    /// Its files were deleted.
    case deleted
    /// Its files were moved back from the trash.
    case restored
    /// It got another name.
    case renamed
    /// Its file was missing or damaged, and was stored again.
    case repaired
  }

  /// What it was.
  public let kind: Kind
  /// Seconds since 1970.
  public let at: Int64
  /// The problem that a check found; nil if none.
  public let problem: FileProblem?
  /// More, for people: the old name of a renamed photo, the old digest of a replaced one; nil if nothing.
  public let detail: String?

  package init(_ kind: Kind, at: Int64, problem: FileProblem? = nil, detail: String? = nil) {
    (self.kind, self.at, self.problem, self.detail) = (kind, at, problem, detail)
  }
}
