/// One reading of a source's listing, by one run or several.
package struct PassRecord: Sendable, Hashable {
  /// The end of a pass.
  package enum Outcome: String, Sendable {
    /// From the listing's first page to its end, with everything done.
    case complete
    /// Interrupted, or ended by a limit.
    case cutShort = "cut short"
    case failed
  }

  /// Counted from 1 for each source.
  package let number: Int64
  /// Whether its run had a limit of photos. It may have shown the whole listing, but proves nothing about others.
  package var isLimited = false
  /// Whether a later run resumed it.
  package var isResumed = false
  /// Nil while a run works on it, and after a kill.
  package var outcome: Outcome?
  /// Why the pass is not complete; nil if it is complete, or the run was killed.
  package var reason: String?
  /// The cursor of the last page before which everything is done; nil for the first page.
  package var cursor: String?
  /// Pages that were read, by all runs of the pass.
  package var pages = 0
  /// Photos on its pages; a photo that two runs read counts twice.
  package var listed = 0
  /// The total that the source reported first.
  package var total: Int?
  /// Invalid entries.
  package var refused = 0
  /// Why it proves nothing about the photos that it did not list; nil if it does.
  package var doubt: PassDoubt?

  package init(number: Int64) { self.number = number }
}

/// The pass that showed a source's whole listing last: what an early end of another pass rests on.
package struct PassBase: Sendable, Hashable {
  /// Seconds since it ended; negative if the clock was set back.
  package var age: Int64
  /// The reason for which it proves nothing about photos that it did not list; nil if none.
  package var doubt: PassDoubt?
  /// ``PhotoFilter/selection`` of its runs; nil if unknown.
  package var selection: Int64?
  /// Whether mirrored photos were missing from it that are not judged yet.
  package var hasMissing: Bool
  /// The total that the source reported at the beginning of the last complete pass, whether or not that read
  /// the whole listing.
  package var total: Int?

  package init(
    age: Int64, doubt: PassDoubt? = nil, selection: Int64?, hasMissing: Bool = false, total: Int?
  ) {
    (self.age, self.doubt, self.selection) = (age, doubt, selection)
    (self.hasMissing, self.total) = (hasMissing, total)
  }
}

/// Options that determine the files of a source's photos.
public struct SourceChoices: Sendable, Hashable {
  /// The size that is fetched of each photo.
  public let size: SizePolicy
  /// Pixels of the longer edge; nil for no thumbnails.
  public let thumbnailEdge: Int?

  package init(size: SizePolicy, thumbnailEdge: Int?) {
    (self.size, self.thumbnailEdge) = (size, thumbnailEdge)
  }
}
