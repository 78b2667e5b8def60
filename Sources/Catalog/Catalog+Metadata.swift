import Foundation
import MirrorCore
import ProviderKit

/// The metadata that is kept of a photo after it is mirrored.
extension Catalog {
  /// Updates a photo's metadata; writes nothing if it is current.
  /// - Parameter source: The source that says so; nil if it is not mirrored yet.
  func keepMetadata(
    _ photo: Photo, ofPhoto id: Int64, listedBy source: Int64? = nil
  ) throws(CatalogError) {
    if let details = photo.details {
      try keepListed(details, ofPhoto: id, updatedAt: photo.updatedAt)
    }
    let digest = try database.rows(
      "SELECT digest FROM metadata WHERE photo = ?", SQLValue(id)
    ) { $0.integer(0) }.first
    guard digest != photo.digest else { return }
    if let digest, let source { try keepSaid(digest, ofPhoto: id, except: source) }
    let sites = try database.rows("SELECT site, key FROM photo WHERE id = ?", SQLValue(id)) {
      ($0.integer(0), $0.text(1) ?? "")
    }
    guard let (site, key) = sites.first else { return }
    let template = photo.pageURL.flatMap { Self.template(of: $0, key: key) }
    let owner = try texts.owner(photo.owner, site: site, name: photo.ownerName, page: template)
    let isOfOwner = template != nil && template == owner.page
    try database.run(
      """
      INSERT INTO metadata (photo, owner, digest, title, description, tags, taken, uploaded_at,
        license, license_url, page, latitude, longitude, privacy, media)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (photo) DO UPDATE SET owner = excluded.owner, digest = excluded.digest,
        title = excluded.title, description = excluded.description, tags = excluded.tags,
        taken = excluded.taken, uploaded_at = excluded.uploaded_at, license = excluded.license,
        license_url = excluded.license_url, page = excluded.page, latitude = excluded.latitude,
        longitude = excluded.longitude, privacy = excluded.privacy, media = excluded.media
      """, SQLValue(id), SQLValue(owner.id), SQLValue(photo.digest), .text(photo.title),
      SQLValue(photo.about), SQLValue(Self.json(photo.tags)), SQLValue(photo.takenAt),
      SQLValue(photo.uploadedAt), SQLValue(try texts.label(photo.license?.name ?? "")),
      SQLValue(try texts.label(photo.license?.url ?? "")),
      SQLValue(isOfOwner ? nil : photo.pageURL ?? ""), SQLValue(photo.latitude),
      SQLValue(photo.longitude), SQLValue(photo.privacy?.rawValue),
      SQLValue(photo.media?.rawValue))
  }

  /// A photo's metadata, without its renditions; nil if there is none.
  package func metadata(ofPhoto id: Int64) throws(CatalogError) -> Photo? {
    var photo = try listedMetadata(ofPhoto: id)
    photo?.details = try details(ofPhoto: id)
    return photo
  }

  private func listedMetadata(ofPhoto id: Int64) throws(CatalogError) -> Photo? {
    try database.rows(
      """
      SELECT \(Self.metadataColumns) FROM metadata JOIN photo ON photo.id = metadata.photo
        \(Self.metadataTexts)
      WHERE metadata.photo = ?
      """, SQLValue(id), read: Self.photo
    ).first
  }

  /// What ``photo(_:)`` reads.
  static let metadataColumns = """
    photo.key, site.text, owner.key, owner.name, title, description, tags, taken, uploaded_at,
    license.text, terms.text, metadata.page, owner.page, latitude, longitude, privacy, media
    """
  static let metadataTexts = """
    LEFT JOIN term AS site ON site.id = photo.site
    LEFT JOIN owner ON owner.id = metadata.owner
    LEFT JOIN term AS license ON license.id = metadata.license
    LEFT JOIN term AS terms ON terms.id = metadata.license_url
    """

  static func photo(_ row: Statement) -> Photo {
    let key = row.text(0) ?? ""
    let page = row.text(11) ?? row.text(12)?.replacing("{key}", with: key)
    return Photo(
      id: key, site: row.text(1), owner: row.text(2) ?? "", ownerName: row.text(3),
      title: row.text(4) ?? "", about: row.text(5), pageURL: page?.isEmpty == true ? nil : page,
      takenAt: row.text(7), uploadedAt: row.isNull(8) ? nil : row.integer(8, in: Limit.seconds),
      tags: row.text(6).flatMap {
        try? JSONDecoder().decode([String].self, from: Data($0.utf8))
      } ?? [],
      license: row.text(9).map { License(name: $0, url: row.text(10)) },
      latitude: row.isNull(13) ? nil : row.real(13), longitude: row.isNull(14) ? nil : row.real(14),
      privacy: row.text(15).flatMap(Privacy.init), media: row.text(16).flatMap(MediaKind.init))
  }

  /// `https://www.flickr.com/photos/ada/{key}/`; nil if the key is ambiguous within the address.
  static func template(of page: String, key: String) -> String? {
    guard !key.isEmpty, !page.contains("{key}") else { return nil }
    let template = page.replacing(key, with: "{key}")
    return template == page ? nil : template
  }

  /// Nil if there are none.
  private static func json(_ tags: [String]) throws(CatalogError) -> String? {
    guard !tags.isEmpty else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    guard let data = try? encoder.encode(tags) else { return nil }
    return String(decoding: data, as: UTF8.self)
  }
}
