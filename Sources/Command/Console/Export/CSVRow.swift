import Foundation
import MirrorCore
import ProviderKit

/// The rows of an exported table (RFC 4180).
enum CSVRow {
  private static let columns = [
    "id", "site", "path", "title", "description", "owner", "owner_name", "taken_at", "uploaded_at",
    "tags", "license", "license_url", "page_url", "latitude", "longitude", "width", "height",
    "format", "bytes", "sha256", "stored_at", "private", "albums", "views", "safety", "people",
    "notes", "comments", "exif", "neighbourhood", "locality", "county", "region", "country",
    "contexts",
  ]

  static let header = columns.joined(separator: ",")

  static func line(_ exported: ExportedPhoto) -> String {
    let photo = exported.photo
    let cells: [String?] = [
      photo.id, photo.site, exported.path, photo.title, photo.about, photo.owner, photo.ownerName,
      photo.takenAt?.replacing(" ", with: "T"), time(photo.uploadedAt),
      photo.tags.joined(separator: "; "), photo.statedLicense?.name, photo.statedLicense?.url,
      photo.pageURL,
    ]
    let numbers = [
      photo.latitude.map { "\($0)" } ?? "", photo.longitude.map { "\($0)" } ?? "",
      "\(exported.width)", "\(exported.height)",
    ]
    let rest: [String?] = [
      exported.format, "\(exported.byteCount)", exported.sha256, time(exported.storedAt),
      exported.isPrivate ? "true" : "false",
    ]
    return
      (cells.map { cell($0 ?? "") } + numbers
      + (rest + around(exported)).map { cell($0 ?? "") }).joined(separator: ",")
  }

  /// Lists within a cell are joined by semicolons, as tags are.
  private static func around(_ exported: ExportedPhoto) -> [String?] {
    let details = exported.photo.details
    let (info, place) = (details?.info, details?.geo)
    let lists: [[String]?] = [
      details?.people?.map(\.shownName), details?.notes?.map(\.text),
      details?.comments?.map { "\($0.authorName ?? $0.author): \($0.text)" },
      details?.exif?.map { "\($0.tag)=\($0.text ?? $0.value)" },
    ]
    var cells: [String?] = [exported.albums.map(\.title).joined(separator: "; ")]
    cells += [info?.views.map { "\($0)" }, info?.safety]
    cells += lists.map { $0?.joined(separator: "; ") }
    cells += [
      place?.neighbourhood, place?.locality, place?.county, place?.region, place?.country,
    ]
    let contexts = details?.contexts?.map { "\($0.kind.rawValue) \($0.title)" }
    cells.append(contexts?.joined(separator: "; "))
    return cells
  }

  private static func time(_ seconds: Int64?) -> String? {
    seconds.map { Date(timeIntervalSince1970: Double($0)).formatted(.iso8601) }
  }

  /// A text that a spreadsheet would run as a formula begins with an apostrophe (OWASP, "CSV Injection").
  static func cell(_ text: String) -> String {
    let isFormula = text.first.map { "=+-@\t\r".contains($0) } ?? false
    let safe = (isFormula ? "'" : "") + text
    let isPlain = !safe.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
    return isPlain ? safe : "\"\(safe.replacing("\"", with: "\"\""))\""
  }
}
