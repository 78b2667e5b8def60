/// One reading of a source's listing, by one run or several.
package struct PassRecord: Sendable, Hashable {
  package enum Outcome: String, Sendable {
    /// From the listing's first page to its end, with everything done.
    case complete
    /// Interrupted, or ended by a limit.
    case cutShort = "cut short"
    case failed
  }

  /// Counted from 1 for each source.
  package let number: Int64
  /// Whether the photo limit was reached.
  package var isLimited = false
  /// Whether a later run resumed it.
  package var isResumed = false
  /// Nil while a run works on it, after a kill, and if an earlier version recorded it.
  package var outcome: Outcome?
  /// Why the pass is not complete; nil if it is complete, or the run was killed.
  package var reason: String?
  /// The cursor of the last page before which everything is done; nil for the first page.
  package var cursor: String?
  package var pages = 0
  /// Photos on its pages; a photo that two runs read counts twice.
  package var listed = 0
  /// The total that the source reported.
  package var total: Int?
  /// Invalid entries.
  package var refused = 0
  /// Why it proves nothing about the photos that it did not list; nil if it does.
  package var doubt: PassDoubt?

  package init(number: Int64) { self.number = number }
}

/// Options that determine the files of a source's photos.
public struct SourceChoices: Sendable, Hashable {
  public let size: SizePolicy
  /// Pixels of the longer edge; nil for no thumbnails.
  public let thumbnailEdge: Int?

  package init(size: SizePolicy, thumbnailEdge: Int?) {
    (self.size, self.thumbnailEdge) = (size, thumbnailEdge)
  }
}
