import ProviderKit

/// A position in a listing: `7` is its seventh page; `7:1615900000:9300` is that of a listing which
/// continues at this date and has 9300 photos in total; `cut` is the end of what Flickr gives of a
/// longer listing. After `;` follows what proves that no photo is missed (``FlickrProgress``):
/// `7;e3000,t9300,k51035555243`.
struct FlickrCursor {
  /// The page, from 1.
  private(set) var number = 1
  /// Whether this is the start of a listing, whose page may be shorter than the others.
  private(set) var isFirst = false
  /// How many photos of the listing are wanted; nil for all.
  private let limit: Int?
  /// The date at which the listing continues, in seconds since 1970; nil for its start.
  private(set) var start: Int?
  /// Number of photos in the whole listing, if known.
  private(set) var total: Int?
  /// Whether only the note remains that there are more photos. Then the first page is requested:
  /// pages beyond the limit are repeats or fail (code 20).
  private(set) var isCut = false
  /// What is known of the pages before.
  private(set) var progress = FlickrProgress()

  static let cut = "cut"

  /// Flickr's limit for one call.
  static let photosPerPage = 500

  /// The page length to request. Only the first page may be shorter than Flickr's limit: if too
  /// many of its photos are hidden, the listing is read again from its start in full pages.
  var pageLength: Int {
    guard isFirst, let limit else { return progress.length }
    return min(max(limit, 1), FlickrCursor.photosPerPage)
  }

  /// Whether its page is shorter than others.
  var isShort: Bool { isFirst && pageLength < FlickrCursor.photosPerPage }

  /// Flickr answers higher page numbers with this page.
  static let lastPage = 10_000

  /// - Throws: ``ProviderFailure`` with `.source` if the text is not one of our cursors.
  init(_ cursor: String?, limit: Int?) throws(ProviderFailure) {
    self.limit = limit
    guard let cursor else {
      isFirst = true
      return
    }
    let halves = cursor.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    let text = halves[0]
    if halves.count > 1 {
      guard let progress = FlickrProgress(halves[1]) else { throw FlickrCursor.invalid(cursor) }
      self.progress = progress
    }
    isCut = text == FlickrCursor.cut
    guard !isCut else { return }
    let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count <= 3, !numbers.contains(where: { ($0 ?? -1) < 0 }), let number = numbers[0],
      (1...FlickrCursor.lastPage).contains(number)
    else { throw FlickrCursor.invalid(cursor) }
    self.number = number
    start = numbers.count > 1 ? numbers[1] : nil
    total = numbers.count > 2 ? numbers[2] : nil
  }

  /// The cursor of another page of the same listing.
  func moved(to number: Int, _ progress: FlickrProgress) -> String {
    var next = self
    (next.number, next.progress, next.isFirst) = (number, progress, false)
    return next.text
  }

  /// The cursor of the first page in full length.
  var whole: String {
    var whole = self
    whole.isFirst = false
    return whole.text
  }

  /// The cursor of the first page from a date on.
  func restarted(from start: Int, total: Int?, _ progress: FlickrProgress) -> String {
    var first = self
    (first.number, first.start, first.total, first.isFirst) = (1, start, total, false)
    first.progress = progress
    return first.text
  }

  /// The cursor of the page that tells that there are more photos.
  var afterLast: String {
    var last = self
    last.isCut = true
    return last.text
  }

  /// The text of the cursor.
  var text: String {
    let numbers = ([number] + [start, total].compactMap { $0 }).map(String.init)
    let place = isCut ? FlickrCursor.cut : numbers.joined(separator: ":")
    let state = progress.text
    return place + (state.isEmpty ? "" : ";\(state)")
  }

  private static func invalid(_ cursor: String) -> ProviderFailure {
    ProviderFailure(.source, "\"\(cursor)\" is not the number of a page")
  }
}
