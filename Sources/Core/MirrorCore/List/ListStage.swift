import ProviderKit

/// All photos that a run processes, page by page, each page read on demand:
///
/// 1. the listing, from its start or from the cursor of an interrupted run;
/// 2. after the rest of an interrupted run, the front of the listing again, up to a page of known photos
///    only: the photos added since that run began;
/// 3. photos that earlier runs left, including those whose files were removed;
/// 4. photos of this run that may have been mixed up, because their connection is broken, and those whose files the
///    caller found damaged.
struct ListStage: AsyncSequence, Sendable {
  typealias Element = ListedPage

  let client: SiteClient
  let catalog: any PhotoCatalog
  let progress: PassProgress
  let announcer: Announcer
  let failures: FailureHandler
  let sweep: LossSweep
  let suspects: SuspectPhotos
  let limit: Int?
  /// Whether the run begins with the listing; otherwise only photos that earlier runs left are processed.
  let readsListing: Bool
  let filter: PhotoFilter
  /// Photos whose files are damaged, by their records' ids.
  let damaged: Set<Int64>
  let resumption: Resumption
  /// Nil if the listing has to be read to its end.
  let early: EarlyStop?

  func makeAsyncIterator() -> Iterator { Iterator(self) }

  struct Iterator: AsyncIteratorProtocol {
    private enum Phase {
      case rest, whole, front
      case waiting(after: Int64)
      case damaged(rest: ArraySlice<Int64>)
      case ended
    }

    private static let waitingPage = 500

    private let stage: ListStage
    private var phase: Phase
    private var listing: Listing.Iterator
    private var number = 0
    private var listed = 0
    /// Whether an earlier pass met photos, and this pass met none of them.
    private var isAllNew = false
    private var early: EarlyStop?

    fileprivate init(_ stage: ListStage) {
      self.stage = stage
      let first: Phase = stage.resumption.cursor == nil ? .whole : .rest
      phase = stage.readsListing ? first : .waiting(after: 0)
      listing = stage.listing(from: stage.resumption.cursor)
      if case .whole = phase { early = stage.early }
    }

    mutating func next() async throws -> ListedPage? {
      while !stage.failures.isListingOver {
        switch phase {
        case .ended: return nil
        case .waiting(let after): return try await waiting(after: after)
        case .damaged(let rest): return await damaged(rest)
        case .rest, .whole, .front:
          if let page = try await readListing() { return page }
        }
      }
      return nil
    }

    /// The listing's next page; nil if the listing has ended and another phase follows.
    private mutating func readListing() async throws -> ListedPage? {
      guard let page = try await readPage() else { return nil }
      if number == 0 {
        if case .whole = phase { isAllNew = try await stage.hadPhotos }
        if case .rest = phase { try await stage.catalog.noteDoubt(.resumed) }
      }
      number += 1
      listed += page.photos.count
      var isLast = page.isLast
      if case .front = phase {
        await stage.progress.open(page: number)
        // A page without photos, such as the response to a look-up, says nothing about the following pages.
        if !isLast, !page.isEmpty { isLast = try await newCount(among: page.photos) == 0 }
      } else {
        if !isLast, try await stopsEarly(at: page) {
          try await stage.catalog.noteDoubt(.newest)
          if let early { stage.announcer.note(fullPassIn: early.fullPassIn) }
          isLast = true
        }
        // An import has no limit that it could reach, and is no listing of its source.
        let isWhole = stage.limit == nil || page.isEnd && stage.limit != .max
        await stage.progress.open(page: number, at: page.cursor, isLast: isLast && isWhole)
      }
      if page.extent == .cutShort { await stage.progress.noteMissing() }
      if let doubt = page.doubt { try await stage.catalog.noteDoubt(doubt) }
      if isAllNew { isAllNew = try await known(page.photos).isEmpty }
      if isLast { goOn() }
      tell(page)
      if isLast, isAllNew, listed > 0 { noteGap() }
      return ListedPage(
        number: number,
        content: .listing(page.photos, refused: page.refused.count, total: page.total),
        album: page.album)
    }

    /// Whether the pass ends with this page.
    private mutating func stopsEarly(at page: Listing.Element) async throws -> Bool {
      guard early != nil else { return false }
      return early.ends(with: page, new: try await newCount(among: page.photos))
    }

    /// Reads the listing from its start if the site rejects the cursor of an earlier run: that is no reason
    /// to fail.
    private mutating func readPage() async throws -> Listing.Element? {
      do {
        if let page = try await listing.next() { return page }
        goOn()
      } catch {
        guard let failure = error.providerFailure, case .rest = phase, number == 0,
          ![.setting, .retryLater].contains(failure.kind)
        else { throw error }
        phase = .whole
        listing = stage.listing(from: nil)
      }
      return nil
    }

    private mutating func goOn() {
      if case .rest = phase {
        phase = .front
        // Photos of the rest may have moved to the front, and may still be in transfer.
        listing = stage.listing(from: nil, after: listing.recent)
      } else {
        phase = .waiting(after: 0)
      }
    }

    private func newCount(among photos: [Photo]) async throws -> Int {
      let known = try await known(photos)
      // A photo that is left out is never recorded, and says as little as a known one.
      return photos.count { !known.contains($0.id) && stage.filter.exclusion(of: $0) == nil }
    }

    /// The ids of the photos that the catalog knows.
    private func known(_ photos: [Photo]) async throws -> Set<String> {
      Set(try await stage.catalog.match(photos).filter { $0.value.record != nil }.keys)
    }

    private mutating func waiting(after: Int64) async throws -> ListedPage? {
      // All deferred photos of this run are known only after everything before has ended.
      try await stage.progress.waitUntilIdle()
      guard !stage.failures.isListingOver else { return nil }
      if after == 0, stage.isWhole { try await stage.sweep.run() }
      let records = try await stage.catalog.waiting(
        onlyDeferred: stage.limit != nil, after: after, limit: Self.waitingPage)
      guard let last = records.last else {
        let damaged = stage.damaged.sorted()[...]
        phase = .damaged(rest: damaged)
        let suspects = stage.suspects.take()
        return suspects.isEmpty
          ? await self.damaged(damaged) : await page(.again(suspects, .suspect))
      }
      phase = .waiting(after: last.id)
      // What is in the place of a damaged one would refuse the file that is fetched.
      return await page(.waiting(records.filter { !stage.damaged.contains($0.id) }))
    }

    private mutating func damaged(_ photos: ArraySlice<Int64>) async -> ListedPage? {
      guard !photos.isEmpty else {
        phase = .ended
        return nil
      }
      phase = .damaged(rest: photos.dropFirst(Self.waitingPage))
      return await page(.again(Array(photos.prefix(Self.waitingPage)), .damaged))
    }

    private mutating func page(_ content: ListedPage.Content) async -> ListedPage {
      number += 1
      await stage.progress.open(page: number)
      return ListedPage(number: number, content: content)
    }

    /// A listing of only the newest photos has advanced by more than its length since the last run.
    private mutating func noteGap() {
      isAllNew = false
      stage.announcer.announce(
        .noted(.noKnownPhotos))
    }

    private func tell(_ page: Listing.Element) {
      var isLast = false
      if case .waiting = phase { isLast = true }
      let total = Swift.max(listed, (page.total ?? 0) - stage.resumption.doneBefore)
      let known = isLast ? listed : Swift.min(total, stage.limit ?? .max)
      stage.announcer.announce(
        .listed(page.facts(number: number, knownTotal: known, isLast: isLast)))
    }
  }

  /// Whether this run is to check the files of all photos of the source: it reads the complete listing, so
  /// that a photo missing from it is no longer listed, or none of it.
  private var isWhole: Bool { limit == nil && resumption.cursor == nil }

  /// Whether an earlier pass completed, and left photos.
  private var hadPhotos: Bool {
    get async throws {
      guard limit == nil, catalog.source.finishedAt != nil else { return false }
      return try await catalog.mirroredCount() > 0
    }
  }

  private func listing(
    from cursor: String?, after recent: RecentIDs = RecentIDs()
  ) -> Listing.Iterator {
    Listing(client: client, start: cursor, limit: limit, recent: recent).makeAsyncIterator()
  }
}
