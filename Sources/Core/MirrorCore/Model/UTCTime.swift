import Foundation

/// Times as text in UTC.
package enum UTCTime {
  /// `2024-05-01T06:10:00Z` for seconds since 1970.
  package static func text(_ seconds: Int64) -> String {
    Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
  }

  /// `2024-05-01 06:10:00 UTC`, for people.
  package static func words(_ seconds: Int64) -> String {
    text(seconds).replacing("T", with: " ").replacing("Z", with: " UTC")
  }
}
