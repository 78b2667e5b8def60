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
    var text = text
    let isMoment = text.withUTF8 { bytes in
      bytes.count == 19 && bytes.indices.allSatisfy { isPart(bytes[$0], at: $0) }
        && isDate(bytes)
        && (0...23).contains(number(bytes[11..<13])) && (0...59).contains(number(bytes[14..<16]))
        // 60 is a leap second (RFC 3339, section 5.7).
        && (0...60).contains(number(bytes[17..<19]))
    }
    guard isMoment else { return nil }
    return text.utf8.contains(UInt8(ascii: "T")) ? text.replacing("T", with: " ") : text
  }

  private static func isPart(_ byte: UInt8, at place: Int) -> Bool {
    switch place {
    case 4, 7: byte == UInt8(ascii: "-")
    case 10: byte == UInt8(ascii: " ") || byte == UInt8(ascii: "T")
    case 13, 16: byte == UInt8(ascii: ":")
    default: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
  }

  private static func isDate(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let (year, month) = (number(bytes[0..<4]), number(bytes[5..<7]))
    return year > 0 && (1...12).contains(month)
      && (1...days(ofMonth: month, inYear: year)).contains(number(bytes[8..<10]))
  }

  /// In the Gregorian calendar.
  private static func days(ofMonth month: Int, inYear year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    switch month {
    case 2: return isLeap ? 29 : 28
    case 4, 6, 9, 11: return 30
    default: return 31
    }
  }

  private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }
}
