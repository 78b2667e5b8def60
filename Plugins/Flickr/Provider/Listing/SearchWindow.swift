import Foundation

/// The upload dates that a search goes through, in the order of its results.
///
/// Flickr gives the first 4000 results of a search and then repeats itself. Where they come in the order
/// of upload, the search is made anew from the date that it has come to: a narrower window. Both its
/// bounds belong to it, so that the photos of that second come twice rather than never.
struct SearchWindow {
  /// Results after which Flickr repeats itself.
  static let resultLimit = 4000

  private let isNewestFirst: Bool
  /// Seconds since 1970.
  private let dates: ClosedRange<Int>

  /// Nil where the results come in another order.
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

  /// Which parameter bounds the window where its results begin.
  var parameter: String { isNewestFirst ? "max_upload_date" : "min_upload_date" }

  func contains(_ date: Int) -> Bool { dates.contains(date) }

  /// The date from which the search is to be made anew, and what it loses by that.
  /// - Parameter listed: the upload dates of the last page that Flickr gives, as they came.
  func next(after listed: [Int]) -> (start: Int?, lost: String?) {
    // The last date and not the farthest: an owner may have moved a photo's date since it was sorted.
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

  /// A bound as a person writes it: seconds since 1970, or a date of MySQL's. Flickr does not say in
  /// which zone it reads that, so some more is allowed.
  private static func date(_ text: String?, allowing slack: Int) -> Int? {
    guard let text else { return nil }
    let words = text.split(separator: " ", maxSplits: 1)
    let iso = "\(words.first ?? "")T\(words.count > 1 ? words[1] : "00:00:00")Z"
    let date = try? Date(iso, strategy: .iso8601)
    let seconds = Int(text) ?? date.map { Int($0.timeIntervalSince1970) + slack }
    return seconds.map { min(max($0, anyDate.lowerBound), anyDate.upperBound) }
  }

  private static let day = 86_400

  /// To the end of the year 9999; 0 is what is written for an unknown date.
  private static let anyDate = 1...253_402_300_799
}
