import ProviderKit

/// The answer of a listing call: `{"photos": {"page": 1, "pages": 10, "photo": […]}}`, with
/// `photoset` instead of `photos` for an album.
struct FlickrListing {
  private let content: JSONValue
  /// The facts of a gallery, which are beside the photos.
  private let gallery: JSONValue
  private let source: FlickrSource
  private let cursor: FlickrCursor

  /// - Throws: ``ProviderFailure`` with `.malformed` if the answer contains no listing.
  init(
    _ answer: JSONValue, of source: FlickrSource, at cursor: FlickrCursor
  ) throws(ProviderFailure) {
    let member = if case .album = source { "photoset" } else { "photos" }
    guard case .object = answer[member], case .array = answer[member]["photo"] else {
      throw ProviderFailure(.malformed, "flickr's answer to \(source.method) has no photos")
    }
    guard answer[member]["photo"].array.count <= JointLimits.photos else {
      throw ProviderFailure(.malformed, "flickr's page has more than \(JointLimits.photos) entries")
    }
    content = answer[member]
    gallery = answer["gallery"]
    self.source = source
    self.cursor = cursor
  }

  /// - Throws: ``ProviderFailure`` with `.source` if Flickr repeats a page at this cursor.
  func page() throws(ProviderFailure) -> Page {
    if cursor.isCut, isCutShort {
      return Page(photos: [], total: total, refused: [cut], extent: .cutShort)
    }
    guard !cursor.isCut, cursor.number <= lastPage else {
      throw ProviderFailure(
        .source, "\"\(cursor.text)\" is past the last page of this listing")
    }
    var page = following
    page.total = total
    var refused: [String] = []
    let album = FlickrPhoto.Owner(
      id: content["owner"].string,
      name: content["ownername"].string.flatMap { $0.isEmpty ? nil : $0 })
    for (index, entry) in entries.enumerated() {
      switch FlickrPhoto(entry, in: album).reading() {
      case .photo(var photo):
        if source.dateMember != "dateupload" {
          photo.addedAt = entry[source.dateMember].int.map(Int64.init)
        }
        page.photos.append(photo)
      case .skipped(let entry): page.skipped.append(entry)
      case .refused(let why):
        refused.append(why ?? "entry \(index + 1) of page \(cursor.number) has no id")
      }
    }
    page.refused = refused + page.refused
    if page.next == nil, page.missing.isEmpty { page.extent = page.extent ?? shownExtent }
    page.extent = source.extent ?? page.extent
    if isOpenEnded {
      page.close(.lost("flickr's answer does not say whether another page follows"), at: nil)
    }
    page.growsAtFront = source.growsAtFront && source.canBeShown
    page.album = part(before: page.next)
    return page
  }

  /// The part of an album or a gallery that this page is.
  private func part(before next: String?) -> AlbumPart? {
    let album: Album
    switch source {
    case .album(let id, let owner):
      album = Album(
        id: id, owner: content["owner"].string ?? owner ?? "", title: content["title"].string ?? "",
        cover: content["primary"].string)
    case .gallery(let id):
      album = Album(
        id: "gallery/\(id)", owner: gallery["owner"].string ?? "",
        title: gallery["title"].string ?? "", cover: gallery["primary_photo_id"].string)
    default: return nil
    }
    let start = (cursor.number - 1) * perPage
    let following = next.flatMap { try? FlickrCursor($0, limit: nil) }
    return AlbumPart(
      album: album, start: start,
      next: following.map { max(start + 1, ($0.number - 1) * $0.pageLength) })
  }

  /// Complete if the pages were shown to join; nil where the site gives no total to compare with.
  private var shownExtent: Extent? {
    source.canBeShown && (ownTotal != nil || !source.growsAtFront) ? .complete : nil
  }

  private var entries: [JSONValue] { content["photo"].array }

  /// A page with the next page's cursor and what is not listed. A short page is not the end, because
  /// hidden photos are left out; an empty one is.
  private var following: Page {
    guard !cursor.isShort else { return Page(photos: [], next: pages > 1 ? cursor.whole : nil) }
    var progress = cursor.progress
    if cursor.number == 1, cursor.progress == FlickrProgress(), !source.growsAtFront {
      progress = .overlapping
    }
    let step = progress.note(
      FlickrProgress.Page(
        number: cursor.number, length: perPage,
        ids: entries.compactMap { $0["id"].string }, total: ownTotal,
        isLast: cursor.number >= min(pages, lastPage), growsAtFront: source.growsAtFront))
    switch step {
    case .page(let number, let progress) where number <= lastPage:
      return Page(photos: [], next: cursor.moved(to: number, progress))
    case .page, .beyond: return end(after: progress, isBeyond: true)
    case .end: return end(after: progress, isBeyond: cursor.number >= lastPage && hasMore)
    }
  }

  /// The end of what Flickr gives: of the listing, or of a window of it.
  private func end(after progress: FlickrProgress, isBeyond: Bool) -> Page {
    var page = Page(photos: [])
    if progress.gaps > 0 {
      page.missing.append(
        "flickr's listing changed faster than it could be read; photos may be missing at "
          + "\(progress.gaps) of its pages")
    }
    guard isBeyond else { return page }
    guard let window = source.window?.narrowed(to: cursor.start) else {
      if isCutShort {
        page.next = cursor.afterLast
      } else if source.resultLimit == nil {
        page.missing.append(
          "flickr lists only \(FlickrCursor.lastPage) pages of this listing"
            + (ownTotal.map { " of \($0) photos" } ?? ""))
      }
      return page
    }
    let (start, lost) = window.next(after: entries.compactMap { $0[source.dateMember].int })
    page.next = start.map {
      cursor.restarted(from: $0, total: total, progress.restarted)
    }
    if let lost {
      page.refused.append(lost)
      page.extent = .cutShort
    }
    return page
  }

  /// Whether this search cannot continue beyond the limit. A page of its own reports that, because
  /// a caller that wanted no more photos has lost none.
  private var isCutShort: Bool {
    if case .search = source { source.window == nil } else { false }
  }

  private var cut: String {
    let limit = "\(DateWindow.resultLimit)"
    return "flickr lists only the first \(ownTotal.map { "\(limit) of the \($0)" } ?? limit) photos"
      + " of this search in this order; sort=date-posted-desc lists all"
  }

  /// The last page before Flickr repeats itself.
  private var lastPage: Int { source.resultLimit.map { $0 / perPage } ?? FlickrCursor.lastPage }

  private var pages: Int { content["pages"].int ?? (hasNext ? cursor.number + 1 : cursor.number) }

  /// People's photos come without a number of pages.
  private var hasNext: Bool { content["has_next_page"].bool ?? false }

  /// Whether the answer says what follows it.
  private var isOpenEnded: Bool {
    content["pages"].int == nil && content["has_next_page"].bool == nil && !entries.isEmpty
  }

  private var hasMore: Bool {
    pages > cursor.number || (ownTotal ?? 0) > (source.resultLimit ?? .max)
  }

  /// The page length that Flickr used: searches by place get a smaller one.
  private var perPage: Int {
    let said = content["perpage"].int ?? content["per_page"].int ?? cursor.pageLength
    return min(max(said, 1), FlickrCursor.photosPerPage)
  }

  /// The number of photos that will be listed.
  private var total: Int? {
    if cursor.start != nil { return cursor.total }
    guard let limit = source.resultLimit, source.window == nil else { return ownTotal }
    return ownTotal.map { min($0, limit) }
  }

  /// The total in this answer; a listing that continues at a date counts only the rest.
  private var ownTotal: Int? { content["total"].int.flatMap { $0 < 0 ? nil : $0 } }
}

/// Extra fields that a listing call requests.
enum FlickrExtras {
  /// Facts about a photo, and the address of every size.
  static let all = (facts + FlickrSize.all.map { "url_\($0.letter)" }).joined(separator: ",")

  private static let facts = [
    "can_download", "date_taken", "date_upload", "description", "geo", "ispro", "last_update",
    "license", "media",
    "owner_name", "path_alias", "tags",
  ]
}
