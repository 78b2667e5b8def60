/// An entry of a listing that is left out on purpose. It is counted, and does not fail the run.
public struct SkippedEntry: Codable, Sendable, Hashable {
  /// The site's id for it; empty if it has none.
  public var id: String
  /// What it is, as a noun in the singular with a regular plural: `video`.
  public var kind: String
  /// Why, as a sentence in lower case without a period that is the same for all such entries:
  /// `videos are not mirrored yet`.
  public var reason: String

  /// An entry that is left out for `reason`.
  public init(id: String, kind: String, reason: String) {
    self.id = id
    self.kind = kind
    self.reason = reason
  }
}
