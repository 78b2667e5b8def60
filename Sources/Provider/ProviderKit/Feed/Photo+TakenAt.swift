extension Photo {
  /// Which parts of a date are known.
  public enum DatePrecision: Sendable {
    case second, month, year
    /// The year is approximate: "circa 1905".
    case aboutYear
  }

  /// A value for ``takenAt`` from `YYYY-MM-DD HH:MM:SS`, or the same with `T`; nil if it is no
  /// date, such as the `0000-00-00 00:00:00` that sites use for an unknown one.
  /// - Parameter precision: the known parts of the text; the others, which sites fill in, are
  ///   dropped.
  public static func takenAt(from text: String, to precision: DatePrecision = .second) -> String? {
    switch precision {
    case .second: moment(in: text)
    case .month: reduced(text.prefix(7))
    case .year: reduced(text.prefix(4))
    case .aboutYear: reduced(text.prefix(4)).map { $0 + "~" }
    }
  }

  /// A value of ``takenAt`` in its canonical form; nil if it is no date.
  static func checked(takenAt text: String) -> String? {
    let isAbout = text.utf8.count == 5 && text.hasSuffix("~")
    return moment(in: text) ?? reduced(isAbout ? text.dropLast() : text[...]).map { _ in text }
  }

  /// `YYYY` or `YYYY-MM`.
  private static func reduced(_ date: Substring) -> String? {
    guard [4, 7].contains(date.utf8.count) else { return nil }
    let whole = date + "0000-01-01 00:00:00".dropFirst(date.utf8.count)
    return moment(in: String(whole)).map { _ in String(date) }
  }

  private static func moment(in text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count == 19 else { return nil }
    let separators = [4: "-", 7: "-", 10: " ", 13: ":", 16: ":"]
    for (index, byte) in bytes.enumerated() {
      guard let separator = separators[index] else {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        continue
      }
      let isSeparator = byte == separator.utf8.first || (index == 10 && byte == UInt8(ascii: "T"))
      guard isSeparator else { return nil }
    }
    let fields = [0..<4, 5..<7, 8..<10, 11..<13, 14..<16, 17..<19].map { number(bytes[$0]) }
    // 60 is a leap second (RFC 3339, section 5.7).
    let ranges = [1...9999, 1...12, 1...31, 0...23, 0...59, 0...60]
    guard zip(ranges, fields).allSatisfy({ $0.contains($1) }),
      fields[2] <= days(ofMonth: fields[1], inYear: fields[0])
    else { return nil }
    return text.replacing("T", with: " ")
  }

  /// In the Gregorian calendar.
  private static func days(ofMonth month: Int, inYear year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }
}
