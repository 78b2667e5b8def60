/// Dates in words.
enum DateWords {
  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  static func month(_ number: Int, of year: Int) -> String { "\(months[number - 1]) \(year)" }

  static func year(_ year: Int, isAbout: Bool) -> String { isAbout ? "about \(year)" : "\(year)" }

  /// When a photo was taken: a whole date as it is, `1905-06` as a month, `1905~` as a year.
  static func taken(_ text: String) -> String {
    if text.utf8.count == 5, text.hasSuffix("~"), let year = Int(text.dropLast()) {
      return self.year(year, isAbout: true)
    }
    if text.utf8.count == 7, let year = Int(text.prefix(4)), let month = Int(text.suffix(2)),
      (1...12).contains(month)
    {
      return self.month(month, of: year)
    }
    return text
  }
}
