import Glibc

/// A time as signatures write it.
package struct SigningDate: Sendable, Hashable {
  /// `20130524T000000Z`.
  package let time: String
  /// `20130524`.
  package var day: String { String(time.prefix(8)) }

  package init(_ time: String) { self.time = time }

  /// - Parameter seconds: Since 1970.
  package init(seconds: Int64) {
    var (clock, parts) = (time_t(seconds), tm())
    gmtime_r(&clock, &parts)
    let text = { (number: Int32, width: Int) in
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    time =
      text(parts.tm_year + 1900, 4) + text(parts.tm_mon + 1, 2) + text(parts.tm_mday, 2) + "T"
      + text(parts.tm_hour, 2) + text(parts.tm_min, 2) + text(parts.tm_sec, 2) + "Z"
  }

  /// The time of a Date header (RFC 9110, section 5.6.7) in seconds since 1970; nil if it is none.
  static func seconds(ofHeader text: String) -> Int64? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let month = months.firstIndex(of: words[2]),
      let day = Int32(words[1]), let year = Int32(words[3])
    else { return nil }
    let time = words[4].split(separator: ":").compactMap { Int32($0) }
    guard time.count == 3, (1...31).contains(day), (1970...9999).contains(year) else { return nil }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year - 1900, Int32(month), day)
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (time[0], time[1], time[2])
    return Int64(timegm(&parts))
  }

  private static let months: [Substring] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
