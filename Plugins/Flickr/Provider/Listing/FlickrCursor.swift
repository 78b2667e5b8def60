import ProviderKit

/// Where a listing stands: `7` is its seventh page, `7:1615900000:9300` that of a search which goes on
/// from this upload date and has so many photos in all, `cut` the end of what Flickr gives of a longer
/// listing.
struct FlickrCursor {
  /// Which page; Flickr counts from 1.
  private(set) var number = 1
  /// The upload date that the search goes on from, in seconds since 1970; nil: its beginning.
  private(set) var start: Int?
  /// Photos of the whole search, where it has told.
  private(set) var total: Int?
  /// Whether all that is left is to say that there is more. The first page is asked for then: pages
  /// beyond the limit are repeats, or fail (code 20).
  private(set) var isCut = false

  static let cut = "cut"

  /// The most that Flickr gives in one call.
  static let photosPerPage = 500

  /// Pages above this are answered like this one.
  static let lastPage = 10_000

  /// - Throws: ``ProviderFailure`` with `.source` where the text is none of our own cursors.
  init(_ text: String?) throws(ProviderFailure) {
    guard let text, text != FlickrCursor.cut else {
      isCut = text != nil
      return
    }
    let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count <= 3, !numbers.contains(where: { ($0 ?? -1) < 0 }), let number = numbers[0],
      (1...FlickrCursor.lastPage).contains(number)
    else { throw ProviderFailure(.source, "\"\(text)\" is not the number of a page") }
    self.number = number
    start = numbers.count > 1 ? numbers[1] : nil
    total = numbers.count > 2 ? numbers[2] : nil
  }

  /// The next page's cursor, given how many there are; nil at the end.
  func next(of pages: Int) -> String? {
    guard number < min(pages, FlickrCursor.lastPage) else { return nil }
    var next = self
    next.number += 1
    return next.text
  }

  /// The cursor of the first page from an upload date on.
  func restarted(from start: Int, total: Int?) -> String {
    var first = self
    (first.number, first.start, first.total) = (1, start, total)
    return first.text
  }

  /// As it stands in a query.
  var text: String {
    guard !isCut else { return FlickrCursor.cut }
    return ([number] + [start, total].compactMap { $0 }).map(String.init).joined(separator: ":")
  }
}
