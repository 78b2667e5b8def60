import Foundation
import MirrorCore
import WebText

/// Numbers in a readable form.
package enum Quantity {
  /// `630`, `1,000`.
  package static func count(_ value: Int) -> String { NumberText.count(value) }

  /// `1 photo`, `2 photos`; for words with a regular plural.
  package static func count(_ value: Int, of noun: String) -> String {
    "\(count(value)) \(noun)\(value == 1 ? "" : "s")"
  }

  /// `3 edited` for each count that is not zero.
  package static func counts(_ counts: [(count: Int, word: String)]) -> [String] {
    counts.filter { $0.count > 0 }.map { "\(count($0.count)) \($0.word)" }
  }

  /// `3 of 10 photos`; `10 photos` if that is all.
  package static func count(_ value: Int, outOf total: Int, of noun: String) -> String {
    (value == total ? "" : "\(count(value)) of ") + count(total, of: noun)
  }

  /// Bytes in decimal units with at least two digits: `183 KB`, `1.2 MB`, `17 GB`.
  package static func bytes(_ value: Int64) -> String { NumberText.bytes(value) }

  /// `8.3 MB/s`.
  package static func rate(_ bytesPerSecond: Double) -> String {
    guard bytesPerSecond.isFinite, bytesPerSecond > 0 else { return "0 B/s" }
    return bytes(Int64(min(bytesPerSecond, 1e18))) + "/s"
  }

  /// `8 a second`, `54 a minute`, `9 an hour`: in the shortest time in which at least two happen.
  package static func pace(_ perSecond: Double) -> String {
    let perSecond = perSecond.isFinite ? min(max(0, perSecond), 1e9) : 0
    let units = [("a second", 1.0), ("a minute", 60), ("an hour", 3600)]
    let (name, seconds) = units.first { perSecond * $0.1 >= 2 } ?? ("a day", 86_400)
    return "\(count(Int((perSecond * seconds).rounded()))) \(name)"
  }

  /// `0:04`, `2:14`, `1:02:14`.
  package static func clock(_ duration: Duration) -> String {
    let seconds = max(0, duration.components.seconds)
    let (minutes, rest) = (seconds / 60, seconds % 60)
    guard minutes >= 60 else { return String(format: "%lld:%02lld", minutes, rest) }
    return String(format: "%lld:%02lld:%02lld", minutes / 60, minutes % 60, rest)
  }

  /// `14:05`, in the zone of this machine.
  package static func timeOfDay(_ date: Date) -> String {
    let seconds = Int64(max(-1e12, min(1e12, date.timeIntervalSince1970)))
    let time = CalendarTime(seconds: seconds, in: .local)
    return String(format: "%02d:%02d", time.hour, time.minute)
  }

  /// A span in words: `0.4 s`, `12 s`, and from a minute on as ``clock(_:)``.
  package static func span(_ duration: Duration) -> String {
    let seconds = max(0, duration.seconds)
    if seconds < 9.95 { return String(format: "%.1f s", seconds) }
    if seconds < 59.5 { return String(format: "%.0f s", seconds) }
    return clock(.seconds(seconds.rounded()))
  }

  /// A limit as it was given: `10 min`, `90 s`.
  static func limit(_ duration: Duration) -> String {
    let seconds = Int(max(0, duration.seconds))
    return seconds > 0 && seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds) s"
  }
}

/// A line of a summary about a number of things, which is left out if there are none.
package struct CountedLine {
  private let count: Int
  private let lines: [String]

  /// - Parameters:
  ///   - noun: With a regular plural; nil if the text has it.
  ///   - text: What follows the number and the noun.
  ///   - hint: A line of its own.
  package init(_ count: Int, _ noun: String?, _ text: String, hint: String? = nil) {
    self.count = count
    let number = noun.map { Quantity.count(count, of: $0) } ?? Quantity.count(count)
    lines = ["\(number) \(text)"] + [hint].compactMap { $0.map { "hint: \($0)" } }
  }

  /// The lines of what there is.
  package static func lines(_ lines: Self...) -> [String] {
    lines.filter { $0.count > 0 }.flatMap(\.lines)
  }
}

extension Duration {
  /// Seconds with their fraction; exact enough for display.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
