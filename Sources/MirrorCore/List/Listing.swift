import ProviderKit

/// A source's listing, page by page, each photo once, each page read on demand.
package struct Listing: AsyncSequence, Sendable {
  package struct Element: Sendable {
    /// The cursor of this page; nil for the first.
    let cursor: String?
    /// Photos that no earlier page had.
    package let photos: [Photo]
    /// Whether the page has no photos at all, repeated ones included.
    let isEmpty: Bool
    let total: Int?
    package let refused: [String]
    package let skipped: [SkippedFacts]
    package let byteCount: Int64
    let isLast: Bool
  }

  let client: SiteClient
  var start: String?
  /// The maximum number of photos; nil for all.
  var limit: Int?
  /// The photos returned before this listing began.
  var recent = RecentIDs()

  package init(client: SiteClient, start: String? = nil, limit: Int? = nil) {
    self.init(client: client, start: start, limit: limit, recent: RecentIDs())
  }

  init(client: SiteClient, start: String?, limit: Int?, recent: RecentIDs) {
    (self.client, self.start, self.limit, self.recent) = (client, start, limit, recent)
  }

  package func makeAsyncIterator() -> Iterator { Iterator(self) }

  package struct Iterator: AsyncIteratorProtocol {
    /// The number of pages without a new photo, repeating earlier pages, after which a listing is ended,
    /// whatever it announces: some sites return their last page forever. Known photos that return on pages of
    /// a different composition do not count: new photos push them along, and listings that are cut by date
    /// overlap.
    private static let repeatedPages = 3

    private let client: SiteClient
    private var cursor: String?
    private var rest: Int?
    private(set) var recent: RecentIDs
    /// The photos of the last page with a new photo, and of all pages since.
    private var lately: Set<String> = []
    private var repeated = 0
    private var isEnded = false
    /// Nil unless the listing is read from its start to its end, in this run alone.
    private var count: ListingCount?

    fileprivate init(_ listing: Listing) {
      client = listing.client
      cursor = listing.start
      rest = listing.limit
      recent = listing.recent
      let isWhole = listing.start == nil && listing.recent.isEmpty && listing.limit == nil
      count = isWhole ? ListingCount() : nil
    }

    package mutating func next() async throws -> Element? {
      guard !isEnded else { return nil }
      let at = cursor
      let (page, byteCount) = try await client.page(at: at)
      var (photos, skipped) = fresh(page)
      noteRepeats(in: page, isNew: !photos.isEmpty)
      count?.note(page, fresh: photos.count, skipped: skipped.count)
      if let wanted = rest {
        photos = Array(photos.prefix(wanted))
        rest = wanted - photos.count
      }
      if page.next == nil, let note = count?.note, client.isVerbose || !note.isDetail {
        client.announcer.announce(.noted(note))
      }
      cursor = page.next
      isEnded = page.next == nil || rest == 0
      if !isEnded, repeated == Self.repeatedPages { isEnded = endEarly() }
      return Element(
        cursor: at, photos: photos, isEmpty: page.photos.isEmpty, total: page.total,
        refused: page.refused, skipped: skipped.map { SkippedFacts($0) }, byteCount: byteCount,
        isLast: isEnded)
    }

    /// No photo may be missing from a mirror without a message.
    private func endEarly() -> Bool {
      client.announcer.announce(.noted(.repeatingListing(pages: Self.repeatedPages)))
      return true
    }

    private mutating func noteRepeats(in page: Page, isNew: Bool) {
      let ids = Set(page.photos.map(\.id)).union(page.skipped.map(\.id))
      if isNew {
        (repeated, lately) = (0, ids)
        return
      }
      if ids.isEmpty || !ids.isDisjoint(with: lately) { repeated += 1 }
      lately.formUnion(ids)
    }

    /// The entries that no earlier page had. A skipped entry may have no id.
    private mutating func fresh(_ page: Page) -> (photos: [Photo], skipped: [SkippedEntry]) {
      let ids = page.photos.map(\.id) + page.skipped.map(\.id).filter { !$0.isEmpty }
      var fresh = Set(recent.fresh(ids))
      return (
        page.photos.filter { fresh.remove($0.id) != nil },
        page.skipped.filter { $0.id.isEmpty || fresh.remove($0.id) != nil }
      )
    }
  }
}
