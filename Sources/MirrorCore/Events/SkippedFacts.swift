import ProviderKit

/// An entry of the listing that is left out on purpose.
public struct SkippedFacts: Sendable, Hashable {
  /// The site's id for it; empty if it has none.
  public let id: String
  /// A noun in the singular: `video`.
  public let kind: String
  /// A sentence in lower case without a period, the same for all entries that are skipped alike.
  public let reason: String

  package init(id: String, kind: String, reason: String) {
    self.id = id
    self.kind = kind
    self.reason = reason
  }

  package init(_ entry: SkippedEntry) {
    self.init(id: entry.id, kind: entry.kind, reason: entry.reason)
  }
}
