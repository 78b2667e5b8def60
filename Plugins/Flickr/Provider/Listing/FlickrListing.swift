import ProviderKit

/// The answer of a listing call: `{"photos": {"page": 1, "pages": 10, "photo": […]}}`, with
/// `photoset` instead of `photos` for an album.
struct FlickrListing {
  private let content: JSONValue
  private let source: FlickrSource
  private let cursor: FlickrCursor

  /// - Throws: ``ProviderFailure`` with `.malformed` if the answer contains no listing.
  init(
    _ answer: JSONValue, of source: FlickrSource, at cursor: FlickrCursor
  ) throws(ProviderFailure) {
    let member = if case .album = source { "photoset" } else { "photos" }
    guard case .object = answer[member], case .array = answer[member]["photo"] else {
      throw ProviderFailure(.malformed, "flickr's answer to \(source.method) holds no photos")
    }
    guard answer[member]["photo"].array.count <= JointLimits.photos else {
      throw ProviderFailure(.malformed, "flickr's page has more than \(JointLimits.photos) entries")
    }
    content = answer[member]
    self.source = source
    self.cursor = cursor
  }

  /// - Throws: ``ProviderFailure`` with `.source` if Flickr repeats a page at this cursor.
  func page() throws(ProviderFailure) -> Page {
    if cursor.isCut, isCutShort { return Page(photos: [], total: total, refused: [cut]) }
    guard !cursor.isCut, cursor.number <= lastPage else {
      throw ProviderFailure(
        .source, "\"\(cursor.text)\" is beyond what flickr gives of this listing")
    }
    let (next, lost) = following
    var page = Page(photos: [], next: next, total: total)
    for (index, entry) in entries.enumerated() {
      switch FlickrPhoto(entry, in: content).reading() {
      case .photo(let photo): page.photos.append(photo)
      case .skipped(let entry): page.skipped.append(entry)
      case .refused(let why?): page.refused.append(why)
      case .refused(nil):
        page.refused.append("entry \(index + 1) of page \(cursor.number) has no id")
      }
    }
    if let lost { page.refused.append(lost) }
    return page
  }

  private var entries: [JSONValue] { content["photo"].array }

  /// The next page's cursor, and the photos lost before it. A short page is not the end, because
  /// hidden photos are left out; an empty one is.
  private var following: (next: String?, lost: String?) {
    guard !cursor.isShort else { return (pages > 1 ? cursor.whole : nil, nil) }
    guard cursor.number == lastPage else {
      return (entries.isEmpty ? nil : cursor.next(of: pages), nil)
    }
    guard hasMore else { return (nil, nil) }
    guard let window = source.window else { return (isCutShort ? FlickrCursor.cut : nil, nil) }
    let (start, lost) = window.next(after: entries.compactMap { $0["dateupload"].int })
    return (start.map { cursor.restarted(from: $0, total: total) }, lost)
  }

  /// Whether this search cannot continue beyond the limit. A page of its own reports that, because
  /// a caller that wanted no more photos has lost none.
  private var isCutShort: Bool {
    if case .search = source { source.window == nil } else { false }
  }

  private var cut: String {
    let limit = "\(SearchWindow.resultLimit)"
    return "flickr gives only the first \(ownTotal.map { "\(limit) of the \($0)" } ?? limit) photos"
      + " of this search in this order; sort=date-posted-desc gives all"
  }

  /// The last page before Flickr repeats itself.
  private var lastPage: Int { source.resultLimit.map { $0 / perPage } ?? FlickrCursor.lastPage }

  private var pages: Int { content["pages"].int ?? cursor.number }

  private var hasMore: Bool {
    pages > cursor.number || (ownTotal ?? 0) > (source.resultLimit ?? .max)
  }

  /// The page length that Flickr used: searches by place get a smaller one.
  private var perPage: Int {
    let said = content["perpage"].int ?? content["per_page"].int ?? FlickrCursor.photosPerPage
    return min(max(said, 1), FlickrCursor.photosPerPage)
  }

  /// The number of photos that will be listed.
  private var total: Int? {
    if cursor.start != nil { return cursor.total }
    guard let limit = source.resultLimit, source.window == nil else { return ownTotal }
    return ownTotal.map { min($0, limit) }
  }

  /// The total in this answer; a search that continues at a date counts only the rest.
  private var ownTotal: Int? { content["total"].int.flatMap { $0 < 0 ? nil : $0 } }
}

/// Extra fields that a listing call requests.
enum FlickrExtras {
  /// Facts about a photo, and the address of every size.
  static let all = (facts + FlickrSize.all.map { "url_\($0.letter)" }).joined(separator: ",")

  private static let facts = [
    "date_taken", "date_upload", "description", "geo", "license", "media", "owner_name",
    "path_alias", "tags",
  ]
}
