import ProviderKit

/// What a feed's answer comes to, item by item.
struct FeedListing {
  /// Photos of one page.
  private static let photoLimit = 10_000
  /// Bytes of one page, roughly: one description may stand with thousands of photos, and the host takes
  /// no more than 64 MiB, written as JSON.
  private static let weightLimit = 16 << 20

  private let address: FeedAddress
  private var photos: [Photo] = []
  private var itemCount = 0

  init(at address: FeedAddress) { self.address = address }

  /// Takes an item of the feed. One without a picture is mere text.
  mutating func take(_ element: XMLElement) {
    itemCount += 1
    guard photos.count <= Self.photoLimit else { return }
    let pictures = FeedPictures(of: element, at: address).renditions
    guard !pictures.isEmpty else { return }
    photos += FeedItem(element, at: address).photos(pictures)
  }

  /// What a person may wonder about; nil where there was a picture, or no item.
  var lack: String? {
    guard itemCount > 0, photos.isEmpty else { return nil }
    return "no item of the feed, of \(itemCount), has a picture"
  }

  /// The page, where the feed has been read to its end.
  /// - Parameter root: the feed without its items: what it says of itself holds for items that say
  ///   nothing.
  func page(of root: XMLElement) -> Page {
    let feed = root[.rss, "channel"] ?? root
    let ownerName = FeedPeople(of: feed).name
    let license = License(of: feed)
    var page = Page(photos: [])
    var weight = 0
    for var photo in photos {
      photo.ownerName = photo.ownerName ?? ownerName
      photo.license = photo.license ?? license
      weight += photo.weight
      guard weight <= Self.weightLimit, page.photos.count < Self.photoLimit else {
        page.refused.append(
          "the feed is too long: what comes after its first \(page.photos.count) pictures is left out"
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
  /// A feed that leads back to the page at hand is at its end.
  fileprivate mutating func goOn(
    at next: String, named reference: String, after address: FeedAddress
  ) {
    guard let following = FeedAddress(next) else {
      refused.append("the next page's address \"\(reference)\" is none")
      return
    }
    if following != address { self.next = following.text }
  }
}
