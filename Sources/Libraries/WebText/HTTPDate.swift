/// The dates of HTTP.
package enum HTTPDate {
  private static let months: [Substring] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Seconds since 1970 of a date in one of the three formats (RFC 9110, section 5.6.7); nil if the text has another
  /// form, or is before 1970.
  package static func seconds(_ text: String) -> Int64? {
    guard text.utf8.count <= 64 else { return nil }
    let words = text.split { $0 == " " || $0 == "," || $0 == "-" }
    switch words.count {
    // `Sun, 06 Nov 1994 08:49:37 GMT` and `Sunday, 06-Nov-94 08:49:37 GMT`.
    case 6 where words[5] == "GMT" || words[5] == "UTC":
      return seconds(words[1], words[2], year: words[3], time: words[4])
    // `Sun Nov  6 08:49:37 1994`
    case 5: return seconds(words[2], words[1], year: words[4], time: words[3])
    default: return nil
    }
  }

  /// Seconds since 1970 of a date and a time of ISO 8601 in UTC, such as `2024-05-01` and `12:30:00`.
  package static func seconds(isoDate date: Substring, time: Substring) -> Int64? {
    let parts = date.split(separator: "-").compactMap(number)
    guard parts.count == 3 else { return nil }
    return seconds(day: parts[2], month: parts[1], year: parts[0], time: time)
  }

  private static func seconds(
    _ day: Substring, _ month: Substring, year: Substring, time: Substring
  ) -> Int64? {
    guard let day = number(day), let month = months.firstIndex(of: month),
      let number = number(year)
    else { return nil }
    let century: Int32 = year.count > 2 ? 0 : number < 70 ? 2000 : 1900
    return seconds(day: day, month: Int32(month) + 1, year: century + number, time: time)
  }

  private static func seconds(
    day: Int32, month: Int32, year: Int32, time: Substring
  ) -> Int64? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).compactMap(number)
    guard clock.count == 3, clock[0] < 24, clock[1] < 60, clock[2] <= 60,
      (1...31).contains(day), (1...12).contains(month), (1970...9999).contains(year)
    else { return nil }
    let date = CalendarTime(
      Int(year), Int(month), Int(day), Int(clock[0]), Int(clock[1]), Int(clock[2]))
    return date.seconds()
  }

  /// One to four digits.
  private static func number(_ text: Substring) -> Int32? {
    guard text.utf8.count <= 4, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int32(text)
  }
}
