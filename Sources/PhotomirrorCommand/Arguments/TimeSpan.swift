/// A length of time as people write it: `90`, `90s`, `15m`, `1.5h`, `2d`.
enum TimeSpan {
  private static let units: [String: Double] = ["": 1, "s": 1, "m": 60, "h": 3600, "d": 86_400]

  /// Seconds unless a unit follows; nil if the text is not a length of time.
  static func parse(_ text: String) -> Duration? {
    let digits = text.prefix { !$0.isLetter }
    let isPlain = digits.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
    guard isPlain, digits.utf8.first != 46, let number = Double(digits),
      let unit = units[text.dropFirst(digits.count).lowercased()], number * unit < 1e12
    else { return nil }
    return .seconds(number * unit)
  }
}

extension ParsedArguments {
  /// The value as a length of time.
  /// - Parameter range: In seconds.
  /// - Throws: ``UsageError`` if the value is not a length of time or lies outside of `range`.
  func duration(_ option: String, in range: ClosedRange<Int>) throws(UsageError) -> Duration? {
    guard let text = value(option) else { return nil }
    guard let span = TimeSpan.parse(text), span >= .seconds(range.lowerBound),
      span <= .seconds(range.upperBound)
    else {
      throw UsageError(
        "--\(option) takes \(range.lowerBound) to \(range.upperBound) seconds, or a number with s, m, h"
          + " or d, not '\(text)'")
    }
    return span
  }
}
