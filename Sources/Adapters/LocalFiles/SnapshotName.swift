import WebText

/// The name of a snapshot of a catalog: `catalog-20261126T014835Z.sqlite.zst`, with its time. Names sort by time.
package struct SnapshotName: Sendable, Hashable, Comparable {
  /// A mirror keeps no more.
  private static let most = 7 + 4 + 12
  private static let (start, end) = ("catalog-", "Z.sqlite.zst")

  /// The name itself.
  package let text: String
  private let time: [Int]

  /// - Parameter seconds: The time, since 1970.
  package init(at seconds: Int64) {
    let time = CalendarTime(seconds: seconds)
    self.init([time.year, time.month, time.day, time.hour, time.minute, time.second])
  }

  /// Nil if the text is no such name.
  package init?(_ text: String) {
    guard
      let match = text.wholeMatch(
        of: #/catalog-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.sqlite\.zst/#)
    else { return nil }
    let parts = match.output
    self.init(
      [parts.1, parts.2, parts.3, parts.4, parts.5, parts.6].compactMap { Int($0) })
    guard self.text == text, time.count == 6, (1...12).contains(time[1]),
      (1...31).contains(time[2])
    else { return nil }
  }

  private init(_ time: [Int]) {
    let digits = zip(time, [4, 2, 2, 2, 2, 2]).map { number, width in
      String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
    }
    self.time = time
    text = Self.start + digits.prefix(3).joined() + "T" + digits.dropFirst(3).joined() + Self.end
  }

  package static func < (one: Self, other: Self) -> Bool { one.text < other.text }

  /// The number of midnights in UTC until another's time; negative if that is earlier.
  package func days(until other: Self) -> Int { other.day - day }

  /// The time as people read it, in UTC.
  package var date: String {
    let digits = text.dropFirst(Self.start.count).map(String.init)
    return digits[0..<4].joined() + "-" + digits[4..<6].joined() + "-" + digits[6..<8].joined()
      + " " + digits[9..<11].joined() + ":" + digits[11..<13].joined() + " UTC"
  }

  /// Days since 1970.
  private var day: Int { Int(seconds / 86400) }

  /// Its time, since 1970.
  package var seconds: Int64 {
    CalendarTime(time[0], time[1], time[2], time[3], time[4], time[5]).seconds()
  }

  /// Whether its time is more than a day after another's: of a clock that was wrong, or of somebody who wants it to be
  /// the newest.
  package func isAhead(of now: SnapshotName) -> Bool { seconds > now.seconds + 86_400 }

  /// The names that are not the newest of one of the last 7 days, 4 weeks or 12 months that have any. Those that are ahead
  /// only get the places that the others leave, the newest first: a clock that was set back loses none at once.
  package static func surplus(of names: [SnapshotName], now: SnapshotName) -> [SnapshotName] {
    let ahead = names.filter { $0.isAhead(of: now) }
    var kept = kept(of: names.filter { !$0.isAhead(of: now) })
    kept.formUnion(Self.kept(of: ahead).sorted(by: >).prefix(max(0, most - kept.count)))
    return names.filter { !kept.contains($0) }
  }

  private static func kept(of names: [SnapshotName]) -> Set<SnapshotName> {
    var kept: Set<SnapshotName> = []
    let spans: [(count: Int, of: (SnapshotName) -> Int)] = [
      (7, \.day), (4, { ($0.day + 3) / 7 }), (12, { $0.time[0] * 12 + $0.time[1] }),
    ]
    for span in spans {
      var seen: Set<Int> = []
      for name in names.sorted(by: >) where seen.count < span.count {
        if seen.insert(span.of(name)).inserted { kept.insert(name) }
      }
    }
    return kept
  }
}
