/// The requested page of a listing.
struct PageOfPhotos {
  /// From 1; a later page than the last one gives the last one, as at Flickr.
  let page: Int
  let pages: Int
  let perPage: Int
  let total: Int
  let photos: [Photo]

  /// - Parameters:
  ///   - all: the photos of the listing, including hidden ones.
  ///   - limit: how many of them are listed, whatever the total says.
  init(
    of all: some RandomAccessCollection<Photo>, in world: World, _ call: Call,
    perPageByDefault: Int = 100, limit: Int = .max
  ) {
    let asked = call["per_page"].flatMap { Int($0) } ?? 0
    perPage = asked < 1 ? perPageByDefault : min(asked, 500)
    total = all.count
    pages = (total + perPage - 1) / perPage
    page = max(1, min(call["page"].flatMap { Int($0) } ?? 1, pages, limit / perPage))
    self.photos = Array(all.dropFirst((page - 1) * perPage).prefix(perPage))
      .filter { !world.isHidden($0, from: call.viewer) }
  }

  /// The page as an element; `total` and `page` are text or numbers, by the method.
  func element(_ name: String, areNumbers: Bool, entry: (Photo) -> Element) -> Element {
    Element(
      name,
      [
        .attribute("page", areNumbers ? .number(page) : .text(String(page))),
        .attribute("pages", .number(pages)),
        .attribute("perpage", .number(perPage)),
        .attribute("total", areNumbers ? .number(total) : .text(String(total))),
        .list("photo", photos.map(entry)),
      ])
  }
}

/// The conditions of flickr.photos.search; its `text`, `tag_mode` and excluded tags are not
/// supported.
struct SearchFilter {
  private let userID: String?
  private let tags: Set<String>
  private let licences: Set<String>
  private let uploaded: ClosedRange<Int>

  /// Nil if nothing is asked for: Flickr refuses such searches.
  init?(_ call: Call) {
    userID = call["user_id"]
    tags = Set(call.list("tags").map { $0.lowercased() })
    licences = Set(call.list("license"))
    let earliest = call["min_upload_date"].flatMap { Int($0) } ?? .min
    uploaded = earliest...max(earliest, call["max_upload_date"].flatMap { Int($0) } ?? .max)
    let isEmpty = tags.isEmpty && licences.isEmpty && userID == nil
    guard !isEmpty || uploaded != .min ... .max else { return nil }
  }

  func contains(_ photo: Photo) -> Bool {
    guard userID == nil || photo.owner.nsid == userID else { return false }
    guard licences.isEmpty || licences.contains(String(photo.licence)) else { return false }
    guard tags.isEmpty || !tags.isDisjoint(with: photo.tags) else { return false }
    return uploaded.contains(photo.uploaded)
  }
}
