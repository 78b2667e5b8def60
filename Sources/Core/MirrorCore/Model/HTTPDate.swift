import Foundation

/// The time of a `Date` header.
package enum HTTPDate {
  private static let months: [Substring] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Seconds since 1970 of an IMF-fixdate, `Fri, 17 Jan 2025 19:03:05 GMT` (RFC 9110, section 5.6.7); nil if
  /// the text has another form.
  package static func seconds(_ text: String) -> Int64? {
    guard
      let date = text.wholeMatch(
        of: /[A-Z][a-z]{2}, ([0-9]{2}) ([A-Z][a-z]{2}) ([0-9]{4}) ([0-9]{2}:[0-9]{2}:[0-9]{2}) GMT/),
      let month = months.firstIndex(of: date.2)
    else { return nil }
    let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
    let moment = try? Date("\(date.3)-\(number)-\(date.1)T\(date.4)Z", strategy: .iso8601)
    return moment.map { Int64($0.timeIntervalSince1970) }
  }
}
