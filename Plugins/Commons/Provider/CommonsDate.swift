import ProviderKit

/// The dates of the site, which are texts for people: `circa 1617`, `14 March 1889`.
enum CommonsDate {
  /// A value for ``Photo/takenAt``, as exact as the text; nil for a period, such as `between 1890 and 1900`, and for
  /// anything else.
  static func takenAt(_ text: String) -> String? {
    let text = text.prefix(1000).lowercased()
    if let said = stated(text) { return said }
    if ["between", "before", "after", "until", " or ", "–"].contains(where: text.contains) {
      return nil
    }
    if let date = text.firstMatch(of: /(\d{4})-(\d\d)(?:-(\d\d)(?: (\d\d:\d\d)(:\d\d)?)?)?(?!\d)/) {
      guard let day = date.3 else {
        return Photo.takenAt(from: "\(date.1)-\(date.2)", to: .month)
      }
      let clock = date.4.map { "\($0)\(date.5 ?? ":00")" } ?? "00:00:00"
      return Photo.takenAt(from: "\(date.1)-\(date.2)-\(day) \(clock)")
    }
    if let date = text.firstMatch(of: /(?:(\d{1,2}) )?([a-z]{3,9}) (?:(\d{1,2}), )?(\d{4})(?!\d)/),
      let month = months.firstIndex(of: String(date.2))
    {
      let place = "\(date.4)-\(two(month + 1))"
      guard let day = (date.1 ?? date.3).flatMap({ Int($0) }) else {
        return Photo.takenAt(from: place, to: .month)
      }
      return Photo.takenAt(from: "\(place)-\(two(day)) 00:00:00")
    }
    guard let year = text.wholeMatch(of: /(circa|ca?\.?|about|around)? ?(\d{4})(?: ?\(.*)?/) else {
      return nil
    }
    return Photo.takenAt(from: String(year.2), to: year.1 == nil ? .year : .aboutYear)
  }

  /// What the text says for programs, `date QS:P571,+1617-00-00T00:00:00Z/9,P1480,Q5727902`
  /// (https://www.wikidata.org/wiki/Help:Dates): a day is 11, a month 10, a year 9, Q5727902 is circa. Others are
  /// bounds of a period.
  private static func stated(_ text: String) -> String?? {
    let form = /qs:p571,\+(\d{4})-(\d\d)-(\d\d)t[0-9:]*z\/(\d+)(,p1480,q5727902)?(,.*)?/
    guard let date = text.firstMatch(of: form) else { return nil }
    guard date.6 == nil else { return .some(nil) }
    let (year, month) = (String(date.1), "\(date.1)-\(date.2)")
    let taken: String? =
      switch (date.4, date.5 == nil) {
      case ("11", true): Photo.takenAt(from: "\(month)-\(date.3) 00:00:00")
      case ("10", true): Photo.takenAt(from: month, to: .month)
      case ("9", true): Photo.takenAt(from: year, to: .year)
      case ("9", false), ("10", false), ("11", false): Photo.takenAt(from: year, to: .aboutYear)
      default: nil
      }
    return .some(taken)
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
