/// The result of a run.
public struct MirrorSummary: Sendable, Hashable {
  public enum Ending: Sendable, Hashable {
    /// The listing was read to its end, or to the limit of photos.
    case finished
    case interrupted
    /// A limit of the run was reached, as a sentence; the next run resumes.
    case limited(String)
    /// The source or the directory failed.
    case sourceFailed(MirrorError)
    case directoryFailed(MirrorError)

    package init(_ error: MirrorError) {
      switch error {
      case .source: self = .sourceFailed(error)
      case .directory: self = .directoryFailed(error)
      }
    }
  }
  public var ending: Ending
  public var totals = MirrorTotals()
  /// Bytes of all response bodies: of photos, finished or not, and of listings, decompressed.
  public var bytesFetched: Int64 = 0
  /// Whether this run, with those that it resumed, read the listing to its end and finished every page.
  /// ``MirrorStatus`` then reports the source as complete.
  public var isListingComplete = false
  public var elapsed: Duration = .zero

  package init(ending: Ending) { self.ending = ending }
}

/// The counts of a run, folded from its events.
public struct MirrorTotals: Sendable, Hashable {
  /// Photos by result; see ``PhotoResult``.
  public var mirrored = 0
  public var adopted = 0
  public var known = 0
  public var replaced = 0
  public var wouldFetch = 0
  public var failed = 0
  public var unavailable = 0
  /// Invalid entries of the listing.
  public var refused = 0
  /// Entries of the listing that were left out on purpose.
  public var skipped = 0

  public init() {}

  /// Photos with a result.
  public var done: Int {
    mirrored + adopted + known + replaced + wouldFetch + failed + unavailable
  }

  public mutating func count(_ event: MirrorEvent) {
    switch event {
    case .listed(let page):
      refused += page.refused.count
      skipped += page.skipped.count
    case .ended(_, let result): count(result)
    case .started, .progressed, .retrying, .noted, .finished: break
    }
  }

  private mutating func count(_ result: PhotoResult) {
    switch result {
    case .mirrored: mirrored += 1
    case .adopted: adopted += 1
    case .known: known += 1
    case .replaced: replaced += 1
    case .wouldFetch: wouldFetch += 1
    case .failed: failed += 1
    case .unavailable: unavailable += 1
    }
  }
}
