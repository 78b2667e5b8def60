/// A reading of a source's listing, over one run or several.
package struct PassRecord: Sendable, Hashable {
  package enum Outcome: String, Sendable {
    /// From the listing's first page to its end, with everything of it done.
    case complete
    /// Interrupted, or by a limit.
    case cutShort = "cut short"
    case failed
  }

  /// Counted from 1 for each source.
  package let number: Int64
  /// Whether the run was to look at a limited number of photos.
  package var isLimited = false
  /// Whether a later run resumed it.
  package var isResumed = false
  /// Nil while a run is at it, after a kill, and if an earlier version recorded it.
  package var outcome: Outcome?
  /// Why it is not complete; nil if it is, or was killed.
  package var reason: String?
  /// The cursor of the last page before which everything is done; nil for the first page.
  package var cursor: String?
  package var pages = 0
  /// Photos that its pages had; one that two runs read counts twice.
  package var listed = 0
  /// How many photos the source said it has.
  package var total: Int?
  /// Entries that could not be read.
  package var refused = 0

  package init(number: Int64) { self.number = number }
}

/// What a source's photos come as.
public struct SourceChoices: Sendable, Hashable {
  public let size: SizePolicy
  /// Pixels of the longer edge; nil: no thumbnails.
  public let thumbnailEdge: Int?

  package init(size: SizePolicy, thumbnailEdge: Int?) {
    (self.size, self.thumbnailEdge) = (size, thumbnailEdge)
  }
}
