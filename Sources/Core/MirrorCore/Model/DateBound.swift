import Foundation
import ProviderKit

/// The earliest or latest date of the photos to mirror.
public struct DateBound: Sendable, Hashable {
  /// Which date of a photo is compared.
  public enum Kind: String, Sendable, Hashable {
    /// When it was taken, in local time, or if that is unknown, when it was uploaded.
    case taken
    /// When it was uploaded, in UTC.
    case uploaded
  }

  /// The date of a photo that is compared with ``date``.
  public let kind: Kind
  /// `2024`, `2024-05`, `2024-05-01` or `2024-05-01 06:10:00`.
  public let date: String

  /// Parses `2024-05` or `uploaded:2024-05-01T06:10`; nil if the text is no date.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let named = parts.count == 2 ? Kind(rawValue: String(parts[0])) : nil
    kind = named ?? .taken
    let date = named == nil ? text : String(parts[1])
    guard let match = date.wholeMatch(of: Self.form),
      (1...12).contains(match.1.flatMap { Int($0) } ?? 1),
      (1...31).contains(match.2.flatMap { Int($0) } ?? 1)
    else { return nil }
    self.date = date.replacing("T", with: " ")
  }

  // A computed property, because a regular expression is not Sendable.
  private static var form: Regex<(Substring, Substring?, Substring?)> {
    /\d{4}(?:-(\d\d)(?:-(\d\d)(?:[T ][0-2]\d:[0-5]\d(?::[0-5]\d)?)?)?)?/
  }

  /// As on the command line.
  public var text: String {
    (kind == .taken ? "" : kind.rawValue + ":") + date.replacing(" ", with: "T")
  }

  /// Whether no date is both this one or later, and `other` or earlier; false for dates of two kinds.
  package func isAfter(_ other: DateBound) -> Bool {
    kind == other.kind
      && Self.filled(date, like: "0000-00-00 00:00:00")
        > Self.filled(other.date, like: "9999-12-31 23:59:59")
  }

  /// Whether the photo's date, at the latest, is not earlier than this one.
  func isBefore(endOf photo: Photo) -> Bool {
    guard let date = photo.date(kind) else { return false }
    return Self.filled(self.date, like: "0000-00-00 00:00:00")
      <= Self.filled(date, like: "9999-12-31 23:59:59")
  }

  /// Whether the photo's date, at the earliest, is not later than this one.
  func isAfter(startOf photo: Photo) -> Bool {
    guard let date = photo.date(kind) else { return false }
    return Self.filled(date, like: "0000-00-00 00:00:00")
      <= Self.filled(self.date, like: "9999-12-31 23:59:59")
  }

  private static func filled(_ date: String, like whole: String) -> String {
    date + whole.dropFirst(date.utf8.count)
  }
}

extension Photo {
  /// With the parts that are known.
  fileprivate func date(_ kind: DateBound.Kind) -> String? {
    if kind == .taken, let takenAt {
      return takenAt.replacing("T", with: " ").replacing("~", with: "")
    }
    return uploadedAt.map { UTCTime.text($0).replacing("T", with: " ").replacing("Z", with: "") }
  }
}
