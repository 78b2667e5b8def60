/// A length of time as people write it: `90`, `90s`, `15m`, `1.5h`, `2d`.
enum TimeSpan {
  private static let units = [("d", 86_400.0), ("h", 3600), ("m", 60), ("s", 1), ("", 1)]

  /// Seconds unless a unit follows; nil if the text is not a length of time.
  static func parse(_ text: String) -> Duration? {
    guard let (number, unit) = Amount.split(text),
      let factor = units.first(where: { $0.0 == unit })?.1, number * factor < 1e12
    else { return nil }
    return .seconds(number * factor)
  }

  /// With the largest unit that divides it: `10m`.
  static func text(_ span: Duration) -> String {
    let seconds = span.components.seconds
    let unit = units.first { seconds > 0 && seconds.isMultiple(of: Int64($0.1)) }
    return unit.map { "\(seconds / Int64($0.1))\($0.0)" } ?? "\(seconds)"
  }
}
