import ProviderKit

/// A source's listing, page by page, each photo once, read when it is asked for.
struct Listing: AsyncSequence, Sendable {
  struct Element: Sendable {
    /// Where this page lies; nil: the first.
    let cursor: String?
    /// Photos that the pages before did not have.
    let photos: [Photo]
    let total: Int?
    let refused: [String]
    let isLast: Bool
  }

  let client: SiteClient
  var start: String?
  /// How many photos are wanted; nil: all.
  var limit: Int?

  func makeAsyncIterator() -> Iterator { Iterator(self) }

  struct Iterator: AsyncIteratorProtocol {
    /// Pages in a row without a new photo after which a listing is over, whatever it says: some
    /// repeat their last page for ever, and new photos may push a whole page of known ones along.
    private static let barrenPages = 3

    private let client: SiteClient
    private var cursor: String?
    private var rest: Int?
    private var recent = RecentIDs()
    private var barren = 0
    private var isEnded = false

    fileprivate init(_ listing: Listing) {
      client = listing.client
      cursor = listing.start
      rest = listing.limit
    }

    mutating func next() async throws -> Element? {
      guard !isEnded else { return nil }
      let at = cursor
      let page = try await client.page(at: at)
      var photos = fresh(page.photos)
      barren = photos.isEmpty ? barren + 1 : 0
      if let wanted = rest {
        photos = Array(photos.prefix(wanted))
        rest = wanted - photos.count
      }
      cursor = page.next
      isEnded = page.next == nil || barren == Self.barrenPages || rest == 0
      return Element(
        cursor: at, photos: photos, total: page.total, refused: page.refused, isLast: isEnded)
    }

    private mutating func fresh(_ photos: [Photo]) -> [Photo] {
      var fresh = Set(recent.fresh(photos.map(\.id)))
      return photos.filter { fresh.remove($0.id) != nil }
    }
  }
}
