import ProviderKit
import WebText

/// Which time a photo's file has as its modification time.
public enum FileTime: String, CaseIterable, Sendable, Hashable {
  /// When it was taken, in the time zone of this machine, so that `ls` shows the time of the photo; or else when it
  /// was uploaded.
  case taken
  case uploaded
  /// When it was stored.
  case now

  /// Seconds since 1970; nil for the time of storing.
  func seconds(of photo: Photo) -> Int64? {
    switch self {
    case .taken: photo.takenAt.flatMap(Self.local) ?? photo.uploadedAt
    case .uploaded: photo.uploadedAt
    case .now: nil
    }
  }

  /// Whether a photo's file can have this modification time, in seconds since 1970, since it was stored.
  package static func isOf(_ photo: Photo, _ time: Int64) -> Bool {
    [FileTime.taken, .uploaded].contains { $0.seconds(of: photo) == time }
  }

  /// The first second of a date whose parts are known from the largest on.
  private static func local(_ date: String) -> Int64? {
    let parts = date.split { !($0.isASCII && $0.isNumber) }.compactMap { Int32($0) }.map(Int.init)
    guard let year = parts.first, (1...9999).contains(year) else { return nil }
    let part = { (index: Int, first: Int) in index < parts.count ? parts[index] : first }
    let time = CalendarTime(year, part(1, 1), part(2, 1), part(3, 0), part(4, 0), part(5, 0))
    let seconds = time.seconds(in: .local)
    // -1 is also the last second of 1969, for which the upload is as good.
    return seconds == -1 ? nil : seconds
  }
}
