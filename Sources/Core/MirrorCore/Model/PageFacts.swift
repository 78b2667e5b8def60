import ProviderKit

/// A page of the listing was read.
public struct PageFacts: Sendable, Hashable {
  /// Counted from 1 within this run.
  public let number: Int
  /// Photos of the page that no earlier page had.
  public let photos: Int
  /// The total that the source reports, at most the run's limit, or else the photos listed so far.
  public let knownTotal: Int
  /// Whether `knownTotal` is final.
  public let isLast: Bool
  /// Invalid entries of the listing.
  public let refused: [String]
  /// Entries that are left out on purpose.
  public let skipped: [SkippedFacts]
  /// Bytes of the page, after decompression.
  public let byteCount: Int64

  package init(
    number: Int, photos: Int, knownTotal: Int, isLast: Bool, refused: [String],
    skipped: [SkippedFacts] = [], byteCount: Int64 = 0
  ) {
    self.number = number
    self.photos = photos
    self.knownTotal = knownTotal
    self.isLast = isLast
    self.refused = refused
    self.skipped = skipped
    self.byteCount = byteCount
  }
}

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
