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
    let asked = call.number("per_page") ?? 0
    perPage = asked < 1 ? perPageByDefault : min(asked, 500)
    total = all.count
    pages = (total + perPage - 1) / perPage
    page = max(1, min(call.number("page") ?? 1, pages, limit / perPage))
    photos = all.dropFirst((page - 1) * perPage).prefix(perPage)
      .filter { !world.isHidden($0, from: call.viewer) }
  }

  /// `total` and `page` are text or numbers, by the method.
  func json(areNumbers: Bool = true, entry: (Photo) -> JSON) -> JSON {
    func number(_ number: Int) -> JSON { areNumbers ? .number(number) : .text(String(number)) }
    return [
      "page": number(page), "pages": .number(pages), "perpage": .number(perPage),
      "total": number(total), "photo": .list(photos.map(entry)),
    ]
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
    let earliest = call.number("min_upload_date") ?? .min
    uploaded = earliest...max(earliest, call.number("max_upload_date") ?? .max)
    let isEmpty = tags.isEmpty && licences.isEmpty && userID == nil
    guard !isEmpty || uploaded != .min ... .max else { return nil }
  }

  func contains(_ photo: Photo) -> Bool {
    (userID == nil || photo.owner.nsid == userID)
      && (licences.isEmpty || licences.contains(String(photo.licence)))
      && (tags.isEmpty || !tags.isDisjoint(with: photo.tags))
      && uploaded.contains(photo.uploaded)
  }
}
