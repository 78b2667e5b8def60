import Foundation
import ProviderKit

/// The path of a photo's file, relative to the mirror and without its extension:
/// `<owner>/<date taken>_<slug of title>_<id>`.
///
/// Pure: the same listing gives the same stem, so that a file without a record can be found again.
/// Every component is NFC, at most 200 bytes with its extension, free of separators, control and
/// reserved names, and begins with neither a dot nor a dash. The id is always in it.
struct FileStem: Sendable, Hashable {
  let path: String

  init(of photo: Photo) {
    let id = NameComponent.identifier(photo.id)
    let owner = NameComponent.folder(photo.owner)
    let date = Self.date(of: photo)
    let slug = NameComponent.slug(
      photo.title, maximumBytes: Self.maximumBytes - id.utf8.count - (date?.utf8.count ?? 0) - 2)
    path = owner + "/" + [date, slug, id].compactMap(\.self).joined(separator: "_")
  }

  /// 200 less the longest extension with its dot, the sidecar's `.xmp`, and the suffix by which the catalog
  /// distinguishes two photos with the same name.
  private static let maximumBytes = 160

  /// `YYYY-MM-DD`: when the photo was taken, or else when it was uploaded (UTC). A date that is not known to
  /// the day is shortened to `1905-06` or `1905`.
  private static func date(of photo: Photo) -> String? {
    let taken = photo.takenAt.map { $0.prefix(10).prefix { $0 != "~" } }
    if let taken, isDate(taken) { return String(taken) }
    guard let seconds = photo.uploadedAt, seconds > 0, seconds < 253_402_300_800 else { return nil }
    return Date(timeIntervalSince1970: Double(seconds)).formatted(
      .iso8601.year().month().day().dateSeparator(.dash))
  }

  private static func isDate(_ text: Substring) -> Bool {
    let pattern = "0000-00-00"
    return [4, 7, 10].contains(text.utf8.count)
      && zip(text.utf8, pattern.utf8).allSatisfy { byte, expected in
        expected == UInt8(ascii: "-") ? byte == expected : (0x30...0x39).contains(byte)
      }
  }
}
