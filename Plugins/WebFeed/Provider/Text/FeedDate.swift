import WebText

/// Parses the dates of feeds to seconds since 1970.
enum FeedDate {
  /// From `Mon, 01 Jul 2024 12:30:00 +0200` (RFC 822), `2024-07-01T12:30:00+02:00` (RFC 3339), and what feeds
  /// write in their place: with parts left out, `July 1, 2024`, `6:30 PM`, other zones. A missing time is
  /// midnight, and an unknown zone is UTC. Nil for anything else.
  static func seconds(_ text: String) -> Int64? {
    let text = String(text.prefix(64)).replacing("/", with: "-")
    return text.utf8.dropFirst(4).first == UInt8(ascii: "-") ? ofRFC3339(text) : ofRFC822(text)
  }

  private static func ofRFC3339(_ text: String) -> Int64? {
    let parts = text.split(maxSplits: 1) { $0 == "T" || $0 == "t" || $0 == " " }
    let date = (parts.first ?? "").split(separator: "-").map { Int($0) } + [1]
    guard (3...4).contains(date.count), let year = date[0], let month = date[1], let day = date[2]
    else { return nil }
    return seconds(year, month, day, time: parts.count > 1 ? parts[1] : "")
  }

  private static func ofRFC822(_ text: String) -> Int64? {
    var words = text.split { $0 == " " || $0 == "," || $0 == "\t" }
    if words.count > 2, Int(words[0]) == nil, month(words[0]) == nil { words.removeFirst() }
    guard words.count >= 3 else { return nil }
    if month(words[0]) != nil { words.swapAt(0, 1) }
    // `Fri Jul 11 00:00:00 UTC 2008`, as date(1) writes it.
    if Int(words[2]) == nil, let last = words.last, Int(last) != nil {
      words.insert(words.removeLast(), at: 2)
    }
    guard let day = Int(words[0]), let month = month(words[1]), var year = Int(words[2]) else {
      return nil
    }
    // RFC 2822, section 4.3.
    if words[2].utf8.count < 4 { year += year < 50 ? 2000 : 1900 }
    return seconds(year, month, day, time: words.dropFirst(3).joined(separator: " ")[...])
  }

  private static func month(_ word: Substring) -> Int? {
    months.firstIndex(of: word.prefix(3).lowercased()).map { $0 + 1 }
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// - Parameter time: `12:30:00.5 +02:00`, `6:30 PM EST`, a zone alone, or nothing.
  private static func seconds(
    _ year: Int, _ month: Int, _ day: Int, time: Substring
  ) -> Int64? {
    let clock = time.prefix { "0123456789:.".contains($0) }
    var zone = time.dropFirst(clock.count).drop { $0 == " " }
    var fields = clock.prefix { $0 != "." }.split(separator: ":").map { Int($0) ?? -1 }
    if fields.isEmpty, time.isEmpty || minutes(ofZone: time) != nil { fields = [0, 0] }
    fields.append(0)
    guard (3...4).contains(fields.count) else { return nil }
    if let half = ["am", "pm"].firstIndex(of: zone.prefix { $0 != " " }.lowercased()) {
      guard (1...12).contains(fields[0]) else { return nil }
      fields[0] = fields[0] % 12 + half * 12
      zone = zone.dropFirst(3)
    }
    // Midnight may be the end of a day (ISO 8601).
    let isEnd = fields.prefix(3) == [24, 0, 0]
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
      (0...23).contains(fields[0]) || isEnd, (0...59).contains(fields[1]),
      (0...60).contains(fields[2])
    else { return nil }
    let date = CalendarTime(year, month, day, fields[0], fields[1], fields[2])
    return date.seconds() - Int64((minutes(ofZone: zone) ?? 0) * 60)
  }

  /// East of Greenwich; nil if it is unknown.
  private static func minutes(ofZone zone: Substring) -> Int? {
    let word = zone.prefix { $0 != " " }
    if let minutes = named[word.uppercased()] { return minutes }
    // `+0200`, `+02:00`, `+02`, `GMT+0200`.
    guard let sign = word.firstIndex(where: { "+-".contains($0) }) else { return nil }
    let digits = word[sign...].dropFirst().filter { $0 != ":" }
    guard let number = Int(digits), (0...2400).contains(number) else { return nil }
    let minutes = digits.utf8.count < 3 ? number * 60 : number / 100 * 60 + number % 100
    return (word[sign] == "-" ? -1 : 1) * minutes
  }

  /// The zones of RFC 822, section 5.1, without its military letters, and others that are common. `IST` is
  /// India's, `BST` Britain's.
  private static let named = [
    "": 0, "Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "WET": 0, "BST": 60, "WEST": 60, "CET": 60,
    "MET": 60, "CEST": 120, "MEST": 120, "EET": 120, "SAST": 120, "EEST": 180, "MSK": 180,
    "IST": 330, "ICT": 420, "HKT": 480, "SGT": 480, "AWST": 480, "JST": 540, "KST": 540,
    "ACST": 570, "AEST": 600, "ACDT": 630, "AEDT": 660, "NZST": 720, "NZDT": 780, "NST": -210,
    "NDT": -150, "ADT": -180, "BRT": -180, "ART": -180, "AST": -240, "EDT": -240, "EST": -300,
    "CDT": -300, "CST": -360, "MDT": -360, "MST": -420, "PDT": -420, "PST": -480, "AKDT": -480,
    "AKST": -540, "HST": -600,
  ]
}
