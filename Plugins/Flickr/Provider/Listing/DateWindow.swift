import Foundation

/// The range of dates of a listing in the order of its results: upload dates of a search, the dates of
/// favorites.
///
/// Flickr gives the first 4000 results of a search and then repeats itself. If they are in the order of
/// a date, the call is repeated from the last date on, as a narrower window. Both bounds are inclusive, so
/// photos of that second are listed twice rather than missed.
struct DateWindow {
  /// Number of results after which Flickr repeats itself.
  static let resultLimit = 4000

  private let isNewestFirst: Bool
  /// What happened at the dates, for messages.
  private let event: String
  private let bounds: (lower: String, upper: String)
  /// Seconds since 1970.
  private var dates: ClosedRange<Int>

  /// Nil if the results are in another order.
  init?(search parameters: [String: String]) {
    switch parameters["sort"] {
    case "date-posted-desc": isNewestFirst = true
    case "date-posted-asc": isNewestFirst = false
    default: return nil
    }
    let first = DateWindow.date(parameters["min_upload_date"], allowing: -DateWindow.day)
    let last = DateWindow.date(parameters["max_upload_date"], allowing: DateWindow.day)
    let lower = first ?? DateWindow.anyDate.lowerBound
    dates = lower...max(lower, last ?? DateWindow.anyDate.upperBound)
    (event, bounds) = ("uploaded", ("min_upload_date", "max_upload_date"))
  }

  private init(newestFirst event: String, bounds: (lower: String, upper: String)) {
    (isNewestFirst, dates) = (true, DateWindow.anyDate)
    (self.event, self.bounds) = (event, bounds)
  }

  /// The favorites of an account, the latest first. That Flickr limits them as it does searches is not
  /// documented; that it does not is neither.
  static let favorites = DateWindow(
    newestFirst: "made favorites", bounds: ("min_fave_date", "max_fave_date"))

  /// The window whose results begin at a date, which it contains; the same window if `start` is nil or outside.
  func narrowed(to start: Int?) -> DateWindow {
    guard let start, contains(start) else { return self }
    var narrowed = self
    narrowed.dates = isNewestFirst ? dates.lowerBound...start : start...dates.upperBound
    return narrowed
  }

  /// The parameter for the bound at which the results begin.
  var parameter: String { isNewestFirst ? bounds.upper : bounds.lower }

  func contains(_ date: Int) -> Bool { dates.contains(date) }

  /// The date from which the search is repeated, and the photos that this loses.
  /// - Parameter listed: the upload dates of the last page that Flickr gives, in its order.
  func next(after listed: [Int]) -> (start: Int?, lost: String?) {
    // The last date and not the most distant one: an owner may have changed a photo's date since it
    // was sorted.
    guard let last = listed.last(where: contains) else {
      let (what, date) = event == "uploaded" ? ("search", "upload date") : ("listing", "date")
      return (
        nil, "flickr lists no more photos of this \(what), and no \(date) to continue from"
      )
    }
    guard last == start else { return (last, nil) }
    let following = isNewestFirst ? last - 1 : last + 1
    let time = Date(timeIntervalSince1970: Double(last)).formatted(.iso8601)
    return (
      contains(following) ? following : nil,
      "flickr lists only \(DateWindow.resultLimit) of the photos \(event) at \(time)"
    )
  }

  private var start: Int { isNewestFirst ? dates.upperBound : dates.lowerBound }

  /// A bound given by the user: seconds since 1970, or a date in MySQL's format. Flickr does not
  /// document its time zone, so some tolerance is added.
  private static func date(_ text: String?, allowing slack: Int) -> Int? {
    guard let text else { return nil }
    let words = text.split(separator: " ", maxSplits: 1)
    let iso = "\(words.first ?? "")T\(words.count > 1 ? words[1] : "00:00:00")Z"
    let date = try? Date(iso, strategy: .iso8601)
    let seconds = Int(text) ?? date.map { Int($0.timeIntervalSince1970) + slack }
    return seconds.map { min(max($0, anyDate.lowerBound), anyDate.upperBound) }
  }

  private static let day = 86_400

  /// Up to the end of the year 9999; 0 stands for an unknown date.
  private static let anyDate = 1...253_402_300_799
}
