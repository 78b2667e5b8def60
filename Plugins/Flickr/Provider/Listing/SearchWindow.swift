import Foundation

/// The range of upload dates of a search, in the order of its results.
///
/// Flickr gives the first 4000 results of a search and then repeats itself. If they are in the
/// order of upload, the search is repeated from the last upload date on, as a narrower window. Both
/// bounds are inclusive, so photos uploaded in that second are listed twice rather than missed.
struct SearchWindow {
  /// Number of results after which Flickr repeats itself.
  static let resultLimit = 4000

  private let isNewestFirst: Bool
  /// Seconds since 1970.
  private let dates: ClosedRange<Int>

  /// Nil if the results are in another order.
  init?(_ parameters: [String: String]) {
    switch parameters["sort"] {
    case "date-posted-desc": isNewestFirst = true
    case "date-posted-asc": isNewestFirst = false
    default: return nil
    }
    let first = SearchWindow.date(parameters["min_upload_date"], allowing: -SearchWindow.day)
    let last = SearchWindow.date(parameters["max_upload_date"], allowing: SearchWindow.day)
    let lower = first ?? SearchWindow.anyDate.lowerBound
    dates = lower...max(lower, last ?? SearchWindow.anyDate.upperBound)
  }

  /// The parameter for the bound at which the results begin.
  var parameter: String { isNewestFirst ? "max_upload_date" : "min_upload_date" }

  func contains(_ date: Int) -> Bool { dates.contains(date) }

  /// The date from which the search is repeated, and the photos that this loses.
  /// - Parameter listed: the upload dates of the last page that Flickr gives, in its order.
  func next(after listed: [Int]) -> (start: Int?, lost: String?) {
    // The last date and not the most distant one: an owner may have changed a photo's date since it
    // was sorted.
    guard let last = listed.last(where: contains) else {
      return (nil, "flickr gives no more of this search, nor an upload date to go on from")
    }
    guard last == start else { return (last, nil) }
    let following = isNewestFirst ? last - 1 : last + 1
    let time = Date(timeIntervalSince1970: Double(last)).formatted(.iso8601)
    return (
      contains(following) ? following : nil,
      "flickr gives only \(SearchWindow.resultLimit) of the photos that were uploaded at \(time)"
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
