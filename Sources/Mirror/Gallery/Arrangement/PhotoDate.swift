import Foundation
import MirrorCore
import ProviderKit

/// By which photos are arranged: when a photo was taken, or else uploaded, or else stored.
struct PhotoDate: Sendable, Hashable {
  /// `YYYYMMDDhhmmss`; what is not known is zero.
  let digits: Int64
  /// Whether the year is a guess: about 1870.
  let isAbout: Bool
  var year: Int { Int(digits / 10_000_000_000) }
  /// Nil if it is unknown.
  var month: Int? {
    let month = Int(digits / 100_000_000 % 100)
    return (1...12).contains(month) ? month : nil
  }

  init(_ exported: ExportedPhoto) {
    isAbout = exported.photo.takenAt?.hasSuffix("~") ?? false
    digits =
      exported.photo.takenAt.flatMap(Self.digits)
      ?? Self.digits(UTCTime.text(exported.photo.uploadedAt ?? exported.storedAt)) ?? 0
  }

  /// As a heading: the year, with its month if that is known.
  func title(hasMonth: Bool) -> String {
    if hasMonth, let month { return DateWords.month(month, of: year) }
    return DateWords.year(year, isAbout: isAbout)
  }

  /// Of `2024-05-01 06:10:00`, or of as much as is known of it.
  private static func digits(_ text: String) -> Int64? {
    var (number, count) = (Int64(0), 0)
    for byte in text.utf8 where (0x30...0x39).contains(byte) && count < 14 {
      number = number * 10 + Int64(byte - 0x30)
      count += 1
    }
    guard count >= 4 else { return nil }
    for _ in count..<14 { number *= 10 }
    return number
  }
}
