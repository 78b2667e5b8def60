import ProviderKit

/// Collects the photos of a feed, item by item.
struct FeedListing {
  /// Photos of one page.
  private static let photoLimit = 10_000
  /// Approximate bytes of one page: one description may be repeated for thousands of photos, and
  /// the host accepts at most 64 MiB of JSON.
  private static let weightLimit = 16 << 20

  private let address: FeedAddress
  /// An address in so many items is part of the site's design.
  private static let designCount = 3

  private var items: [ItemFacts] = []
  private var pictureCount = 0
  /// The number of items in which an address stands.
  private var uses: [String: Int] = [:]
  private var page = Page(photos: [])
  private(set) var itemCount = 0

  init(at address: FeedAddress) { self.address = address }

  /// Adds an item of the feed. An item without an image is ignored.
  mutating func take(_ element: XMLElement) {
    itemCount += 1
    guard pictureCount <= Self.photoLimit else { return }
    let pictures = FeedPictures(of: element, at: address).found
    page.skip(pictures.icons)
    guard !pictures.sizes.isEmpty else { return }
    pictureCount += pictures.sizes.count
    for url in Set(pictures.sizes.joined().map(\.url)) { uses[url, default: 0] += 1 }
    items.append(FeedItem(element, at: address).facts(pictures.sizes))
  }

  /// The photos of all items. A picture of two items is one photo, that of the first.
  private func photos(_ page: inout Page) -> [Photo] {
    var (photos, taken, icons) = ([Photo](), Set<String>(), 0)
    for item in items {
      photos += item.photos { sizes in
        guard !sizes.contains(where: { uses[$0.url, default: 0] >= Self.designCount }) else {
          icons += 1
          return false
        }
        let isNew = taken.isDisjoint(with: sizes.map(\.url))
        for size in sizes where uses[size.url, default: 0] > 1 { taken.insert(size.url) }
        return isNew
      } identify: {
        FeedIdentity($0, in: address)
      }
    }
    page.skip(Array(repeating: .icon, count: icons))
    return photos
  }

  /// A note if no item has an image; nil if one has, or there is no item.
  var lack: String? {
    guard itemCount > 0, items.isEmpty else { return nil }
    return "none of the \(itemCount) items of the feed has an image"
  }

  /// The page, after the end of the feed.
  /// - Parameter root: the feed without its items: its facts are the defaults for the items.
  func page(of root: XMLElement) -> Page {
    let feed = root[.rss, "channel"] ?? root
    let ownerName = FeedPeople(of: feed).name
    let license = License(of: feed)
    var page = page
    var weight = 0
    for var photo in photos(&page) {
      photo.ownerName = photo.ownerName ?? ownerName
      photo.license = photo.license ?? license
      weight += photo.weight
      guard weight <= Self.weightLimit, page.photos.count < Self.photoLimit else {
        page.refused.append(
          "the feed is too long: only its first \(page.photos.count) images are listed"
        )
        break
      }
      page.photos.append(photo)
    }
    if let next = feed.all(.atom, "link").first(where: { $0["rel"] == "next" }),
      let href = next["href"]
    {
      page.goOn(at: address.resolving(href, from: next.base), named: href, after: address)
    }
    return page
  }
}

extension Photo {
  /// Bytes of its texts.
  fileprivate var weight: Int {
    let texts = [id, ownerName, title, about, pageURL, license?.name, license?.url].compactMap(
      \.self)
    return (texts + tags + renditions.map(\.url)).reduce(0) { $0 + $1.utf8.count }
  }
}

extension Page {
  /// A feed whose next page is the current one has ended.
  fileprivate mutating func goOn(
    at next: String, named reference: String, after address: FeedAddress
  ) {
    guard let following = FeedAddress(next) else {
      refused.append("invalid next-page address \"\(reference)\"")
      return
    }
    if following != address { self.next = following.text }
  }
}
