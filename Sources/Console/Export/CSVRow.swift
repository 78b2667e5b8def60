import Foundation
import MirrorCore

/// The rows of an exported table (RFC 4180).
enum CSVRow {
  private static let columns = [
    "id", "site", "path", "title", "description", "owner", "owner_name", "taken_at", "uploaded_at",
    "tags", "license", "license_url", "page_url", "latitude", "longitude", "width", "height",
    "format", "bytes", "sha256", "stored_at", "private",
  ]

  static let header = columns.joined(separator: ",")

  static func line(_ exported: ExportedPhoto) -> String {
    let photo = exported.photo
    let cells: [String?] = [
      photo.id, photo.site, exported.path, photo.title, photo.about, photo.owner, photo.ownerName,
      photo.takenAt?.replacing(" ", with: "T"), time(photo.uploadedAt),
      photo.tags.joined(separator: "; "), photo.license?.name, photo.license?.url, photo.pageURL,
    ]
    let numbers = [
      photo.latitude.map { "\($0)" } ?? "", photo.longitude.map { "\($0)" } ?? "",
      "\(exported.width)", "\(exported.height)",
    ]
    let rest: [String?] = [
      exported.format, "\(exported.byteCount)", exported.sha256, time(exported.storedAt),
      exported.isPrivate ? "true" : "false",
    ]
    return (cells.map { cell($0 ?? "") } + numbers + rest.map { cell($0 ?? "") })
      .joined(separator: ",")
  }

  private static func time(_ seconds: Int64?) -> String? {
    seconds.map { Date(timeIntervalSince1970: Double($0)).formatted(.iso8601) }
  }

  /// A text that a spreadsheet would run as a formula begins with an apostrophe (OWASP, "CSV Injection").
  private static func cell(_ text: String) -> String {
    let isFormula = text.first.map { "=+-@\t\r".contains($0) } ?? false
    let safe = (isFormula ? "'" : "") + text
    let isPlain = !safe.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
    return isPlain ? safe : "\"\(safe.replacing("\"", with: "\"\""))\""
  }
}
