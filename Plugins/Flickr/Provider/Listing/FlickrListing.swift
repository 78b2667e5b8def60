import ProviderKit

/// The answer of a listing call: `{"photos": {"page": 1, "pages": 10, "photo": […]}}`, with
/// `photoset` instead of `photos` for an album.
struct FlickrListing {
  private let content: JSONValue
  private let source: FlickrSource
  private let cursor: FlickrCursor

  /// - Throws: ``ProviderFailure`` with `.malformed` where there is no listing in the answer.
  init(
    _ answer: JSONValue, of source: FlickrSource, at cursor: FlickrCursor
  ) throws(ProviderFailure) {
    let member = if case .album = source { "photoset" } else { "photos" }
    guard case .object = answer[member], case .array = answer[member]["photo"] else {
      throw ProviderFailure(.malformed, "flickr's answer to \(source.method) holds no photos")
    }
    content = answer[member]
    self.source = source
    self.cursor = cursor
  }

  func page() throws -> Page {
    var page = Page(photos: [], next: next, total: total)
    for (index, entry) in content["photo"].array.enumerated() {
      switch FlickrPhoto(entry, albumOwner: content["owner"].string).reading() {
      case .photo(let photo): page.photos.append(photo)
      case .refused(let why?): page.refused.append(why)
      case .refused(nil):
        page.refused.append("entry \(index + 1) of page \(cursor.number) has no id")
      }
    }
    return page
  }

  /// A short page is no end, since hidden photos are left out; an empty one is.
  private var next: String? {
    guard !content["photo"].array.isEmpty else { return nil }
    guard let limit = source.resultLimit else { return cursor.next(of: pages) }
    return cursor.next(of: min(pages, limit / perPage))
  }

  private var pages: Int { content["pages"].int ?? cursor.number }

  /// What Flickr made of the number that was asked for: searches by place get fewer.
  private var perPage: Int {
    let said = content["perpage"].int ?? content["per_page"].int ?? FlickrCursor.photosPerPage
    return min(max(said, 1), FlickrCursor.photosPerPage)
  }

  private var total: Int? {
    guard let total = content["total"].int, total >= 0 else { return nil }
    return min(total, source.resultLimit ?? total)
  }
}
