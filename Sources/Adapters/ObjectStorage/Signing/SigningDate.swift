import WebText

/// A time as signatures write it.
package struct SigningDate: Sendable, Hashable {
  /// `20130524T000000Z`.
  package let time: String
  /// `20130524`.
  package var day: String { String(time.prefix(8)) }

  package init(_ time: String) { self.time = time }

  /// - Parameter seconds: Since 1970.
  package init(seconds: Int64) {
    let date = CalendarTime(seconds: seconds)
    let text = { (number: Int, width: Int) in
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    time =
      text(date.year, 4) + text(date.month, 2) + text(date.day, 2) + "T"
      + text(date.hour, 2) + text(date.minute, 2) + text(date.second, 2) + "Z"
  }
}
