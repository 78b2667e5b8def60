import Foundation
import MirrorCore
import WebText

/// A time of `report --since` and `--until`: a date in UTC, as much of it as is given, or how long ago.
enum ReportTime: Sendable, Hashable {
  case date(String)
  case ago(Duration)

  init?(_ text: String) {
    if let bound = DateBound(text), bound.kind == .taken {
      self = .date(bound.date)
    } else if let span = TimeSpan.parse(text), text.last?.isLetter == true {
      self = .ago(span)
    } else {
      return nil
    }
  }

  var text: String {
    switch self {
    case .date(let date): date.replacing(" ", with: "T")
    case .ago(let span): TimeSpan.text(span)
    }
  }

  /// In seconds since 1970; of a date the first second.
  func start(now: Date) -> Int64 { seconds(now, adding: 0) }

  /// In seconds since 1970; of a date the last second.
  func end(now: Date) -> Int64 {
    if case .date = self { seconds(now, adding: 1) - 1 } else { seconds(now, adding: 0) }
  }

  /// - Parameter count: Is added to the last part that a date has: to a year, a month, and so on.
  private func seconds(_ now: Date, adding count: Int) -> Int64 {
    switch self {
    case .ago(let span): return Int64(now.timeIntervalSince1970) - span.components.seconds
    case .date(let date):
      var parts = date.split { !$0.isNumber }.compactMap { Int32($0) }.map(Int.init)
      parts[parts.count - 1] += count
      parts += [1, 1, 1, 0, 0, 0][parts.count...]
      return CalendarTime(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5]).seconds()
    }
  }

  /// - Returns: Nil without a time.
  /// - Throws: ``UsageError`` if the period ends before it begins, or has no beginning.
  static func period(
    since: ReportTime?, until: ReportTime?, now: Date
  ) throws(UsageError) -> ClosedRange<Int64>? {
    guard let since else {
      guard until == nil else { throw UsageError("--until needs --since") }
      return nil
    }
    let (start, end) = (since.start(now: now), (until ?? .ago(.zero)).end(now: now))
    guard start <= end else {
      throw UsageError(
        "--since \(since.text) is after \(until.map { "--until \($0.text)" } ?? "now")")
    }
    return start...end
  }
}

extension ValueKind<ReportTime> {
  static let reportTime = ValueKind(
    "TIME", takes: "a date, such as 2024-05 or 2024-05-01T18:00, or a time ago, such as 12h or 7d",
    text: \.text, value: ReportTime.init)
}
