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
}
