import Gallery
import MirrorCore
import ProviderKit

/// How photos are exported as text.
package enum ExportFormat: String, CaseIterable, Sendable, Hashable {
  /// A table (RFC 4180) in UTF-8.
  case csv
  /// A JSON object a line.
  case json
  /// A page that names the author, the source and the licence of each photo.
  case html
  /// A line that `sha256sum -c` reads in the mirror's directory.
  case sha256sum
  /// A JSON object a line for each event of each photo.
  case events
  /// The files and their events (PREMIS 3.0).
  case premis

  /// Whether it contains the events of photos, and nothing of their metadata.
  package var hasHistory: Bool { self == .events || self == .premis }

  /// How often all photos are read, for documents of several parts.
  package var passes: Int { self == .premis ? 2 : 1 }

  /// Before the first photo.
  package var head: [String] {
    switch self {
    case .csv: [CSVRow.header]
    case .json, .sha256sum, .events: []
    case .html: [CreditsPage.head]
    case .premis: PremisDocument.head
    }
  }

  /// The lines of one photo.
  /// - Parameter pass: Which reading of all photos it is, counted from 0.
  package func lines(of photo: ExportedPhoto, pass: Int = 0) -> [String] {
    switch self {
    case .csv: [CSVRow.line(photo)]
    case .json: [JSONObject(photo).line]
    case .html: [CreditsPage.item(photo)]
    case .sha256sum: [Self.checksum(of: photo)]
    case .events: photo.history.map { JSONObject($0, of: photo).line }
    case .premis:
      pass == 0 ? [PremisDocument.object(photo)] : PremisDocument.events(of: photo)
    }
  }

  /// Backslashes and line breaks in a name are escaped, and announced by a backslash in front, as by sha256sum(1).
  private static func checksum(of photo: ExportedPhoto) -> String {
    let name = photo.path.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
      .replacing("\r", with: "\\r")
    return (name == photo.path ? "" : "\\") + "\(photo.sha256)  \(name)"
  }

  /// After the last photo.
  package var foot: [String] {
    switch self {
    case .csv, .json, .sha256sum, .events: []
    case .html: [CreditsPage.foot]
    case .premis: PremisDocument.foot
    }
  }
}

extension JSONObject {
  fileprivate init(_ event: PhotoEvent, of exported: ExportedPhoto) {
    self.init()
    set("id", exported.photo.id)
    set("site", exported.photo.site)
    set("path", exported.path)
    set("event", event.kind.rawValue)
    set("at", secondsSince1970: event.at)
    set("finding", event.kind == .checked ? event.problem?.rawValue ?? "same" : nil)
    set("detail", event.detail)
  }

  /// With every key, whatever is known.
  fileprivate init(_ exported: ExportedPhoto) {
    let photo = exported.photo
    self.init()
    set("id", photo.id)
    set("site", photo.site)
    set("path", exported.path)
    set("title", photo.title)
    set("description", photo.about)
    set("owner", photo.owner)
    set("owner_name", photo.ownerName)
    set("taken_at", photo.takenAt?.replacing(" ", with: "T"))
    set("uploaded_at", secondsSince1970: photo.uploadedAt)
    set("tags", photo.tags)
    set("license", photo.statedLicense?.name)
    set("license_url", photo.statedLicense?.url)
    set("page_url", photo.pageURL)
    set("latitude", photo.latitude)
    set("longitude", photo.longitude)
    set("width", exported.width)
    set("height", exported.height)
    set("format", exported.format)
    set("bytes", exported.byteCount)
    set("sha256", exported.sha256)
    set("stored_at", secondsSince1970: exported.storedAt)
    set("private", exported.isPrivate)
    set("albums", exported.albums.map(JSONObject.init))
    let details = photo.details
    set("info", encoding: details?.info)
    if let comments = details?.comments {
      set("comments", comments.map(JSONObject.init))
    } else {
      set("comments", String?.none)
    }
    set("exif", encoding: details?.exif)
    set("people", encoding: details?.people)
    set("notes", encoding: details?.notes)
    set("place", encoding: details?.geo)
    set("contexts", encoding: details?.contexts)
  }

  private init(_ membership: ExportedPhoto.Membership) {
    self.init()
    set("id", membership.album)
    set("title", membership.title)
    set("position", membership.position)
  }

  private init(_ comment: PhotoComment) {
    self.init()
    set("id", comment.id)
    set("author", comment.author)
    set("author_name", comment.authorName)
    set("posted_at", secondsSince1970: comment.postedAt)
    set("text", comment.text)
    set("page_url", comment.pageURL)
  }
}
