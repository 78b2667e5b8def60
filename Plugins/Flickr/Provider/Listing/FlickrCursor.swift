import ProviderKit

/// A position in a listing: `7` is its seventh page; `7:1615900000:9300` is that of a search which
/// continues at this upload date and has 9300 photos in total; `cut` is the end of what Flickr
/// gives of a longer listing. After a lookup the account or group comes first: `10000001@N00/7`.
struct FlickrCursor {
  /// The NSID that an earlier look-up found; nil if there was none.
  private(set) var account: String?
  /// The page, from 1.
  private(set) var number = 1
  /// Whether this is the start of a listing, whose page may be shorter than the others.
  private(set) var isFirst = false
  /// How many photos of the listing are wanted; nil for all.
  private let limit: Int?
  /// The upload date at which the search continues, in seconds since 1970; nil for its start.
  private(set) var start: Int?
  /// Number of photos in the whole search, if known.
  private(set) var total: Int?
  /// Whether only the note remains that there are more photos. Then the first page is requested:
  /// pages beyond the limit are repeats or fail (code 20).
  private(set) var isCut = false

  static let cut = "cut"
  private static let first = "first"

  /// Flickr's limit for one call.
  static let photosPerPage = 500

  /// The page length to request. Only the first page may be shorter than Flickr's limit: if too
  /// many of its photos are hidden, the listing is read again from its start in full pages.
  var pageLength: Int {
    guard isFirst, let limit else { return FlickrCursor.photosPerPage }
    return min(max(limit, 1), FlickrCursor.photosPerPage)
  }

  /// Whether its page is shorter than others.
  var isShort: Bool { pageLength < FlickrCursor.photosPerPage }

  /// Flickr answers higher page numbers with this page.
  static let lastPage = 10_000

  /// - Throws: ``ProviderFailure`` with `.source` if the text is not one of our cursors.
  init(_ cursor: String?, limit: Int?) throws(ProviderFailure) {
    self.limit = limit
    guard let cursor else {
      isFirst = true
      return
    }
    var text = cursor
    if let slash = cursor.firstIndex(of: "/") {
      account = String(cursor[..<slash])
      text = String(cursor[cursor.index(after: slash)...])
    }
    guard account.map(FlickrAccount.isNSID) ?? true else { throw FlickrCursor.invalid(cursor) }
    isCut = text == FlickrCursor.cut
    isFirst = text == FlickrCursor.first && account != nil
    guard !isCut, !isFirst else { return }
    let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count <= 3, !numbers.contains(where: { ($0 ?? -1) < 0 }), let number = numbers[0],
      (1...FlickrCursor.lastPage).contains(number)
    else { throw FlickrCursor.invalid(cursor) }
    self.number = number
    start = numbers.count > 1 ? numbers[1] : nil
    total = numbers.count > 2 ? numbers[2] : nil
  }

  /// The next page's cursor, given the number of pages; nil at the end.
  func next(of pages: Int) -> String? {
    guard number < min(pages, FlickrCursor.lastPage) else { return nil }
    var next = self
    next.isFirst = false
    next.number += 1
    return next.text
  }

  /// The cursor of the first page in full length.
  var whole: String {
    var whole = self
    whole.isFirst = false
    return whole.text
  }

  /// The cursor of the first page from an upload date on.
  func restarted(from start: Int, total: Int?) -> String {
    var first = self
    (first.number, first.start, first.total, first.isFirst) = (1, start, total, false)
    return first.text
  }

  /// The cursor of a listing's first page after a look-up.
  static func first(of account: String) -> String { "\(account)/\(first)" }

  /// The text of the cursor.
  var text: String {
    let numbers = ([number] + [start, total].compactMap { $0 }).map(String.init)
    let word = isCut ? FlickrCursor.cut : isFirst ? FlickrCursor.first : nil
    let place = word ?? numbers.joined(separator: ":")
    return account.map { "\($0)/\(place)" } ?? place
  }

  private static func invalid(_ cursor: String) -> ProviderFailure {
    ProviderFailure(.source, "\"\(cursor)\" is not the number of a page")
  }
}
