/// The result of a run.
public struct MirrorSummary: Sendable, Hashable {
  /// A limit that ends a run.
  public enum Limit: Sendable, Hashable {
    /// Received bytes.
    case bytes(Int64)
    case time(Duration)
  }

  /// The end of a run.
  public enum Ending: Sendable, Hashable {
    /// The listing was read to its end, or to the limit of photos.
    case finished
    case interrupted
    /// A limit of the run was reached; the next run resumes.
    case limited(Limit)
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
  /// The end of the run.
  public var ending: Ending
  /// The counts of photos and of other entries of the listing.
  public var totals = MirrorTotals()
  /// Bytes of all response bodies: of photos, finished or not, and of listings, decompressed.
  public var bytesFetched: Int64 = 0
  /// If the listing was not read to its end, because nothing had changed at its front: the seconds until the
  /// next full pass is due.
  public var fullPassIn: Int64?
  /// Whether this run, with those that it resumed, read the listing to its end, or to where nothing had changed
  /// since a complete pass, and finished every page.
  /// ``MirrorStatus`` then reports the source as complete.
  public var isListingComplete = false
  /// Mirrored photos of the source whose details (`--with`) wait for another run.
  public var pendingDetails = 0
  /// From the start of the run to its end.
  public var elapsed: Duration = .zero
  /// What was found about photos that the source no longer lists; nil if the run cannot tell.
  public var gone: GoneReport?

  package init(ending: Ending) { self.ending = ending }
}

/// The counts of a run, folded from its events.
public struct MirrorTotals: Sendable, Hashable {
  /// Photos that were fetched and stored. Each result of ``PhotoResult`` has its count.
  public var mirrored = 0
  /// Files that existed, and whose record was missing.
  public var adopted = 0
  /// Photos that an earlier run mirrored.
  public var known = 0
  /// Photos that were replaced at their site.
  public var replaced = 0
  /// Photos that came back from the trash.
  public var restored = 0
  /// Photos that the user asked to forget.
  public var forgotten = 0
  /// In a dry run: photos that a run would fetch.
  public var wouldFetch = 0
  /// Photos that a filter left out.
  public var leftOut = 0
  /// Photos that failed.
  public var failed = 0
  /// Photos that the site refused in more than one run.
  public var unavailable = 0
  /// Invalid entries of the listing.
  public var refused = 0
  /// Entries of the listing that were left out on purpose.
  public var skipped = 0

  public init() {}

  /// Photos with a result.
  public var done: Int {
    mirrored + adopted + known + replaced + restored + forgotten + leftOut + wouldFetch + failed
      + unavailable
  }

  /// Adds an event.
  public mutating func count(_ event: MirrorEvent) {
    switch event {
    case .listed(let page):
      refused += page.refused.count
      skipped += page.skipped.count
    case .ended(_, let result): count(result)
    case .started, .progressed, .retrying, .detailed, .noted, .finished: break
    }
  }

  /// Adds the counts of another run.
  package mutating func add(_ other: MirrorTotals) {
    let counts: [WritableKeyPath<Self, Int>] = [
      \.mirrored, \.adopted, \.known, \.replaced, \.restored, \.forgotten, \.wouldFetch, \.leftOut,
      \.failed, \.unavailable, \.refused, \.skipped,
    ]
    for count in counts { self[keyPath: count] += other[keyPath: count] }
  }

  private mutating func count(_ result: PhotoResult) {
    switch result {
    case .mirrored: mirrored += 1
    case .adopted: adopted += 1
    case .known: known += 1
    case .replaced: replaced += 1
    case .restored: restored += 1
    case .forgotten: forgotten += 1
    case .leftOut: leftOut += 1
    case .wouldFetch: wouldFetch += 1
    case .failed: failed += 1
    case .unavailable: unavailable += 1
    }
  }
}

extension Int64 {
  /// The sum, clamped to the range of `Int64`: feeds and catalogs can contain any number.
  package func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other > 0 ? .max : .min) : sum
  }
}
