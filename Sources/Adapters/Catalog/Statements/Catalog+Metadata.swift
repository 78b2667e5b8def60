import Foundation
import MirrorCore
import PostgreSQL
import ProviderKit

/// The metadata that is kept of a photo after it is mirrored.
extension Catalog {
  /// Updates the metadata of photos; writes nothing about those whose metadata is current.
  /// - Parameter source: The source that says so; nil if they are not mirrored yet.
  func keepMetadata(
    _ photos: [(id: Int64, photo: Photo)], listedBy source: Int64? = nil
  ) throws(CatalogError) {
    for (id, photo) in photos {
      guard let details = photo.details else { continue }
      try keepListed(details, ofPhoto: id, updatedAt: photo.updatedAt)
    }
    let digests = try database.first(
      "SELECT digest FROM metadata WHERE photo = ?", each: photos.map { [SQLValue($0.id)] }
    ) { $0.integer(0) }
    let listed = photos.map(\.photo.digest)
    let changed = photos.indices.filter { digests[$0] != listed[$0] }
    let places = try database.first(
      "SELECT site, key FROM photo WHERE id = ?", each: changed.map { [SQLValue(photos[$0].id)] }
    ) { (site: $0.integer(0), key: $0.text(1) ?? "") }
    for (index, place) in zip(changed, places) {
      let (id, photo) = photos[index]
      if let digest = digests[index], let source {
        try keepSaid(digest, ofPhoto: id, except: source)
      }
      guard let place else { continue }
      try writeMetadata(photo, listed[index], ofPhoto: id, site: place.site, key: place.key)
    }
  }

  private func writeMetadata(
    _ photo: Photo, _ digest: Int64, ofPhoto id: Int64, site: Int64, key: String
  ) throws(CatalogError) {
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
      """, SQLValue(id), SQLValue(owner.id), SQLValue(digest), .text(photo.title),
      SQLValue(photo.about), SQLValue(Self.json(photo.tags)), SQLValue(photo.takenAt),
      SQLValue(photo.uploadedAt), SQLValue(try texts.label(photo.license?.name ?? "")),
      SQLValue(try texts.label(photo.license?.url ?? "")),
      SQLValue(isOfOwner ? nil : photo.pageURL ?? ""), SQLValue(photo.latitude),
      SQLValue(photo.longitude), SQLValue(photo.privacy?.rawValue),
      SQLValue(photo.media?.rawValue))
  }

  /// A photo's metadata, without its renditions; nil if none.
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

  static func photo(_ row: any SQLRow) -> Photo {
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
  static func json(_ tags: [String]) throws(CatalogError) -> String? {
    guard !tags.isEmpty else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    guard let data = try? encoder.encode(tags) else { return nil }
    return String(decoding: data, as: UTF8.self)
  }
}
