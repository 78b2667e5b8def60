import Foundation
import MirrorCore
import ProviderKit

/// By which photos are arranged: when a photo was taken, or else uploaded, or else stored.
struct PhotoDate: Sendable, Hashable {
  /// `YYYYMMDDhhmmss`; what is not known is zero.
  let digits: Int64
  var year: Int { Int(digits / 10_000_000_000) }

  init(_ exported: ExportedPhoto) {
    digits =
      exported.photo.takenAt.flatMap(Self.digits)
      ?? Self.digits(UTCTime.text(exported.photo.uploadedAt ?? exported.storedAt)) ?? 0
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
