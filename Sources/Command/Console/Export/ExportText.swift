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
    case .json: [Self.photoKeys.object(photo).line]
    case .html: [CreditsPage.item(photo)]
    case .sha256sum: [Self.checksum(of: photo)]
    case .events: photo.history.map { Self.eventKeys.object(($0, photo)).line }
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

extension ExportFormat {
  private typealias Event = (kind: PhotoEvent, photo: ExportedPhoto)

  /// What help says about the objects of ``json`` and ``events``.
  package static let keys = [photoKeys.told(), eventKeys.told("with --format events:")]

  private static let eventKeys = ResultKeys<Event> {
    $0.add("id", \.photo.photo.id)
    $0.add("site", \.photo.photo.site)
    $0.add("path", \.photo.path)
    $0.add(
      "event",
      "stored, checked (the first and the last time), replaced, edited, trashed, deleted, restored, renamed, repaired",
      \.kind.kind.rawValue)
    $0.add("at", time: \.kind.at)
    $0.add("finding", "as of verify") {
      $0.kind.kind == .checked ? $0.kind.problem?.rawValue ?? "same" : nil
    }
    $0.add("detail", "also of photos that left the mirror", \.kind.detail)
  }

  /// Every key, whatever is known.
  private static let photoKeys = ResultKeys<ExportedPhoto> {
    $0.add("id", \.photo.id)
    $0.add("site", \.photo.site)
    $0.add("path", "in the directory", \.path)
    $0.add("title", \.photo.title)
    $0.add("description", \.photo.about)
    $0.add("owner", \.photo.owner)
    $0.add("owner_name", \.photo.ownerName)
    $0.add("taken_at") { $0.photo.takenAt?.replacing(" ", with: "T") }
    $0.add("uploaded_at", time: \.photo.uploadedAt)
    $0.add("tags", \.photo.tags)
    $0.add("license", \.photo.statedLicense?.name)
    $0.add("license_url", \.photo.statedLicense?.url)
    $0.add("page_url", \.photo.pageURL)
    $0.add("latitude", \.photo.latitude)
    $0.add("longitude", \.photo.longitude)
    $0.add("width", \.width)
    $0.add("height", "pixels", \.height)
    $0.add("format", \.format)
    $0.add("bytes", \.byteCount)
    $0.add("sha256", \.sha256)
    $0.add("stored_at", time: \.storedAt)
    $0.add("private", \.isPrivate)
    $0.add("albums", each: \.albums, albums)
    $0.add(
      "info",
      "if --with requested it, as those below: views, comments, rotation, safety, may_download, owner_real_name, "
        + "owner_location, tags, license (name, url), width, height"
    ) { JSONObject.encoded($0.photo.details?.info) }
    $0.add("comments", "of each: \(comments.told().text)") {
      $0.photo.details?.comments.map { $0.map(comments.object) }
    }
    $0.add("exif", "of each: group, tag, label, value, text") {
      JSONObject.encoded($0.photo.details?.exif)
    }
    $0.add("people", "of each: id, name, real_name, box (x, y, width, height, edge)") {
      JSONObject.encoded($0.photo.details?.people)
    }
    $0.add("notes", "of each: id, author, author_name, text, box") {
      JSONObject.encoded($0.photo.details?.notes)
    }
    $0.add(
      "place",
      "latitude, longitude, accuracy, setting, neighbourhood, locality, county, region, country"
    ) { JSONObject.encoded($0.photo.details?.geo) }
    $0.add("contexts", "of each: kind, id, title") {
      JSONObject.encoded($0.photo.details?.contexts)
    }
  }

  private static let albums = ResultKeys<ExportedPhoto.Membership> {
    $0.add("id", \.album)
    $0.add("title", \.title)
    $0.add("position", \.position)
  }

  private static let comments = ResultKeys<PhotoComment> {
    $0.add("id", \.id)
    $0.add("author", \.author)
    $0.add("author_name", \.authorName)
    $0.add("posted_at", time: \.postedAt)
    $0.add("text", \.text)
    $0.add("page_url", \.pageURL)
  }
}
