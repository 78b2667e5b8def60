import ProviderKit

/// A source's listing, page by page, each photo once, each page read on demand.
package struct Listing: AsyncSequence, Sendable {
  /// A page of the listing.
  package struct Element: Sendable {
    /// The text of this page's place (``ListingPlace``); nil for the first.
    let cursor: String?
    /// Photos that no earlier page had.
    package let photos: [Photo]
    /// Whether the page has no photos at all, repeated ones included.
    let isEmpty: Bool
    let total: Int?
    /// Invalid entries, each as a sentence.
    package let refused: [String]
    /// Photos that have the id of another one, each as a sentence.
    package let conflicts: [String]
    /// Entries that are left out on purpose, and that no earlier page had.
    package let skipped: [SkippedFacts]
    /// Bytes of the page, after decompression.
    package let byteCount: Int64
    /// Whether the listing is read no further, because of its end or the limit.
    package let isLast: Bool
    /// Whether the page is the last of the listing itself, which has fewer entries than the limit.
    let isEnd: Bool
    /// How much of the listing its pages show; nil if this page says nothing about it.
    package let extent: Extent?
    /// Whether photos come into the listing only at its front.
    let growsAtFront: Bool
    /// What was not listed, and why.
    let missing: [String]
    /// The album that the page is a part of.
    let album: ListedAlbum?

    /// Why the listing proves nothing about photos that it did not show, as far as this page tells.
    package var doubt: PassDoubt? {
      switch extent {
      case .window: .window
      case .cutShort: .cutShort
      // A skipped entry, such as a video that the site still converts, may be a photo that is mirrored.
      case .complete, nil: refused.isEmpty && skipped.isEmpty ? nil : .refused
      }
    }
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

  /// Reads the listing page by page. Its task alone may use it.
  package struct Iterator: AsyncIteratorProtocol {
    /// The number of pages without a new photo, repeating earlier pages, after which a listing is ended,
    /// whatever it announces: some sites return their last page forever. Known photos that return on pages of
    /// a different composition do not count: new photos push them along, and listings that are cut by date
    /// overlap.
    private static let repeatedPages = 3

    private let client: SiteClient
    private var place: ListingPlace
    /// The listings that are read after that of `place`, before the page after the one that named them.
    private var parts: [ListedSource] = []
    /// Whether ``parts`` and ``next`` are not known yet.
    private var isResuming: Bool
    /// What the page that named the current listing tells of its album.
    private var named: Album?
    /// The cursor after the page that named `parts`.
    private var next: String?
    /// The photos of all parts, as the page that named them says.
    private var total: Int?
    private var rest: Int?
    /// Entries that the limit still allows, were each a photo.
    private var entriesLeft: Int?
    private(set) var recent: RecentIDs
    private var addresses = SeenAddresses()
    /// The photos of the last page with a new photo, and of all pages since.
    private var lately: Set<String> = []
    private var repeated = 0
    private var isEnded = false
    /// Whether the listing is read from its start to its end, in this run alone.
    private let isWhole: Bool
    private var count = ListingCount()
    /// What of the current page's listing was not listed.
    private var missing: [String] = []
    /// Whether photos are known to be missing, as was reported.
    private var isCutShort = false

    fileprivate init(_ listing: Listing) {
      client = listing.client
      place = ListingPlace(text: listing.start)
      isResuming = place.part != nil
      (rest, entriesLeft) = (listing.limit, listing.limit)
      recent = listing.recent
      isWhole = listing.start == nil && listing.recent.isEmpty && listing.limit == nil
    }

    package mutating func next() async throws -> Element? {
      guard !isEnded else { return nil }
      if isResuming { try await findParts() }
      let at = place
      let (page, byteCount) = try await read()
      var (photos, skipped) = fresh(page)
      let conflicts = addresses.conflicts(in: page.photos)
      noteRepeats(in: page, isNew: !photos.isEmpty)
      count.note(page, fresh: photos.count, skipped: skipped.count)
      var album = page.album.map { ListedAlbum(part: $0.adding(named), photos: page.photos) }
      let entries = photos.count + skipped.count + page.refused.count
      entriesLeft = entriesLeft.map { $0 - entries }
      if let wanted = rest {
        if photos.count > wanted { album?.cut(after: photos.prefix(wanted)) }
        photos = Array(photos.prefix(wanted))
        rest = wanted - photos.count
      }
      var isOver = page.next == nil
      if isOver { endListing(with: page) }
      if !isOver, repeated == Self.repeatedPages { isOver = endEarly() }
      advance(past: page, isOver: isOver)
      let isEnd = isEnded && (entriesLeft ?? 1) > 0
      isEnded = isEnded || rest == 0
      defer { missing = [] }
      for lack in page.missing + missing { client.announcer.announce(.noted(.provider(lack))) }
      return Element(
        cursor: at.text, photos: photos, isEmpty: page.photos.isEmpty,
        total: total ?? page.total, refused: page.refused, conflicts: conflicts,
        skipped: skipped.map { SkippedFacts($0) },
        byteCount: byteCount, isLast: isEnded, isEnd: isEnd, extent: extent(of: page),
        growsAtFront: page.growsAtFront && at.part == nil && page.listings.isEmpty,
        missing: page.missing + missing, album: album)
    }

    /// The page at `place`. A listing that a page names may be gone or closed: then it is missing, and the
    /// others are read.
    private mutating func read() async throws -> (page: Page, byteCount: Int64) {
      do {
        return try await client.page(at: place)
      } catch {
        guard let part = place.part, let failure = error.providerFailure,
          [.source, .photo].contains(failure.kind)
        else { throw error }
        missing.append("\(part.selector) was not listed: \(failure.message)")
        return (Page(photos: [], extent: .cutShort), 0)
      }
    }

    /// The worst of what the page and this iterator know; nil if neither says anything.
    private func extent(of page: Page) -> Extent? {
      page.missing.isEmpty && missing.isEmpty && !isCutShort ? page.extent : .cutShort
    }

    /// Moves to the next page: of this listing, of the next one that a page named, or after that page.
    private mutating func advance(past page: Page, isOver: Bool) {
      if place.part == nil {
        (parts, next) = (page.listings, isOver ? nil : page.next)
        total = parts.isEmpty ? nil : page.total
      } else if !isOver {
        place.part?.cursor = page.next
        return
      }
      if place.part != nil || !parts.isEmpty { (lately, repeated, count) = ([], 0, ListingCount()) }
      if !parts.isEmpty {
        let listing = parts.removeFirst()
        (place.part, named) = (ListingPlace.Part(listing), listing.album)
      } else {
        named = nil
        place = ListingPlace(cursor: next)
        isEnded = next == nil
      }
    }

    /// After a resumption within a named listing: the listings that follow it. If it is not named any more,
    /// all that the page names are read again.
    private mutating func findParts() async throws {
      guard let part = place.part else { return }
      isResuming = false
      let (page, _) = try await client.page(at: ListingPlace(cursor: place.cursor))
      (next, total) = (page.next, page.total)
      guard let index = page.listings.firstIndex(where: part.isPlace) else {
        place.part = nil
        return
      }
      named = page.listings[index].album
      parts = Array(page.listings[(index + 1)...])
    }

    /// Reports at a listing's end how many photos are missing from it.
    private mutating func endListing(with page: Page) {
      // The provider compared the pages, which tells more than their number of photos.
      let isShown = page.extent == .complete
      guard isWhole, let note = count.note, client.isVerbose || !isShown else { return }
      if client.isVerbose || !note.isDetail { client.announcer.announce(.noted(note)) }
      guard !isShown else { return }
      if case .incompleteListing(let announced, let listed, let skipped, true) = note {
        isCutShort = announced > listed + skipped
      }
    }

    /// No photo may be missing from a mirror without a message.
    private mutating func endEarly() -> Bool {
      client.announcer.announce(.noted(.repeatingListing(pages: Self.repeatedPages)))
      isCutShort = true
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
