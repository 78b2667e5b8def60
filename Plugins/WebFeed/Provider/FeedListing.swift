import ProviderKit

/// What a feed's answer comes to, item by item.
struct FeedListing {
  private static let photoLimit = 10_000

  private let address: FeedAddress
  private var photos: [Photo] = []
  private var refused: [String] = []
  private var itemCount = 0
  private var isFull = false

  init(at address: FeedAddress) { self.address = address }

  /// Takes an item of the feed. One without a picture is mere text.
  mutating func take(_ element: XMLElement) {
    itemCount += 1
    let pictures = FeedPictures(of: element, at: address).renditions
    guard !pictures.isEmpty, !isFull else { return }
    guard photos.count + pictures.count <= Self.photoLimit, refused.count < Self.photoLimit else {
      isFull = true
      refused.append("the feed has too many pictures: from item \(itemCount) on they are left out")
      return
    }
    let item = FeedItem(element, at: address)
    guard let id = item.id else {
      refused.append("item \(itemCount) of the feed has no id")
      return
    }
    photos += item.photos(id: id, pictures)
  }

  /// The page, where the feed has been read to its end.
  /// - Parameter root: the feed without its items: what it says of itself holds for items that say
  ///   nothing.
  func page(of root: XMLElement) -> Page {
    let feed = root[.rss, "channel"] ?? root
    let ownerName = FeedPeople(of: feed).name
    let license = License(of: feed)
    var page = Page(photos: photos, refused: refused)
    for index in page.photos.indices {
      if page.photos[index].ownerName == nil { page.photos[index].ownerName = ownerName }
      if page.photos[index].license == nil { page.photos[index].license = license }
    }
    if let next = feed.all(.atom, "link").first(where: { $0["rel"] == "next" })?["href"] {
      page.goOn(at: next, after: address)
    }
    return page
  }
}

extension Page {
  /// A feed that leads back to the page at hand is at its end.
  fileprivate mutating func goOn(at reference: String, after address: FeedAddress) {
    guard let following = FeedAddress(address.resolving(reference)) else {
      refused.append("the next page's address \"\(reference)\" is none")
      return
    }
    if following != address { next = following.text }
  }
}
