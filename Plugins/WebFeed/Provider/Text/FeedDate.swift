import Glibc

/// Parses the dates of feeds to seconds since 1970.
enum FeedDate {
  /// From `Mon, 01 Jul 2024 12:30:00 +0200` (RFC 822 with a year of four digits) or
  /// `2024-07-01T12:30:00+02:00` (RFC 3339, also without time or with a blank before the zone); nil
  /// otherwise.
  static func seconds(_ text: String) -> Int64? {
    let text = String(text.prefix(64))
    return text.utf8.dropFirst(4).first == UInt8(ascii: "-") ? ofRFC3339(text) : ofRFC822(text)
  }

  private static func ofRFC3339(_ text: String) -> Int64? {
    let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) {
      $0 == "T" || $0 == "t" || $0 == " "
    }
    let date = parts[0].split(separator: "-").map { Int($0) }
    guard date.count == 3, let year = date[0], let month = date[1], let day = date[2] else {
      return nil
    }
    guard parts.count == 2 else { return seconds(year, month, day, "00:00:00", "Z") }
    let isClock = { (character: Character) in "0123456789:.".contains(character) }
    let clock = parts[1].prefix(while: isClock)
    return seconds(
      year, month, day, clock.prefix { $0 != "." },
      parts[1].dropFirst(clock.count).drop { $0 == " " })
  }

  private static func ofRFC822(_ text: String) -> Int64? {
    var words = text.split { $0 == " " || $0 == "," || $0 == "\t" }
    if let first = words.first, Int(first) == nil { words.removeFirst() }
    guard words.count >= 4, let day = Int(words[0]), let year = Int(words[2]),
      let month = months.firstIndex(of: words[1].prefix(3).lowercased())
    else { return nil }
    return seconds(year, month + 1, day, words[3], words.count > 4 ? words[4] : "GMT")
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  private static func seconds(
    _ year: Int, _ month: Int, _ day: Int, _ clock: Substring, _ zone: Substring
  ) -> Int64? {
    let time = clock.split(separator: ":").map { Int($0) ?? -1 } + [0]
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
      (3...4).contains(time.count), (0...23).contains(time[0]), (0...59).contains(time[1]),
      (0...60).contains(time[2]), let offset = minutes(ofZone: zone)
    else { return nil }
    var date = tm()
    (date.tm_year, date.tm_mon, date.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
    (date.tm_hour, date.tm_min) = (Int32(time[0]), Int32(time[1]))
    date.tm_sec = Int32(time[2])
    return Int64(timegm(&date)) - Int64(offset * 60)
  }

  /// In seconds east of Greenwich.
  private static func minutes(ofZone zone: Substring) -> Int? {
    if let hours = american[zone.uppercased()] { return hours * 60 }
    let digits = zone.dropFirst().filter { $0 != ":" }
    guard let sign = zone.first, sign == "+" || sign == "-", digits.count == 4,
      let number = Int(digits), (0...2400).contains(number)
    else { return nil }
    return (sign == "-" ? -1 : 1) * (number / 100 * 60 + number % 100)
  }

  /// The zones of RFC 822, section 5.1, without its military letters.
  private static let american = [
    "": 0, "Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5,
    "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
  ]
}
