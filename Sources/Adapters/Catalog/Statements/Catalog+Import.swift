import MirrorCore
import PostgreSQL
import ProviderKit

/// What an account's export says besides its photos: albums.
///
/// An export is older than anything that a listing said, so it only adds.
extension Catalog {
  /// Records albums and their members, in the account's order. A photo that is not in the catalog is left out:
  /// another import adds it.
  func keep(
    _ albums: [ImportedAlbum], owner: String, site: String
  ) throws(CatalogError) {
    try transaction { () throws(CatalogError) in
      for (position, imported) in albums.enumerated() {
        if try isKnown(imported, site: site) {
          try add(imported.photos, toAlbum: imported.key, site: site)
          continue
        }
        let album = Album(
          id: imported.key, site: site, owner: owner, title: imported.title, about: imported.about,
          cover: imported.cover, position: position)
        let members = imported.photos.map { AlbumAdmission.Member(site: site, key: $0) }
        try note(
          AlbumAdmission(part: AlbumPart(album: album), site: site, members: members), isWhole: true
        )
      }
    }
  }

  private func isKnown(_ album: ImportedAlbum, site: String) throws(CatalogError) -> Bool {
    try database.rows(
      "SELECT 1 FROM album WHERE site = (SELECT id FROM term WHERE text = ?) AND key = ?",
      .text(site), .text(album.key)
    ) { _ in true }.first ?? false
  }

  private func add(
    _ photos: [String], toAlbum key: String, site: String
  ) throws(CatalogError) {
    let siteID = try texts.term(site)
    for (place, photo) in photos.enumerated() {
      try database.run(
        """
        INSERT INTO album_member (album, photo, position, reading)
        SELECT album.id, photo.id, ?3, reading FROM album JOIN photo USING (site)
        WHERE site = ?1 AND album.key = ?2 AND photo.key = ?4
        ON CONFLICT (album, photo) DO NOTHING
        """, SQLValue(siteID), .text(key), SQLValue(place), .text(photo))
    }
  }
}

extension RunCatalog {
  /// Records albums of an export and their members, in the account's order. Photos that are not in the catalog are
  /// left out.
  /// - Parameters:
  ///   - owner: The account's id at the site.
  ///   - site: The site that issued the ids.
  package func keep(
    _ albums: [ImportedAlbum], owner: String, site: String
  ) async throws(MirrorError) {
    try await query { catalog throws(CatalogError) in
      try catalog.keep(albums, owner: owner, site: site)
    }
  }
}

/// An album of an export.
package struct ImportedAlbum: Sendable, Hashable {
  /// Its id at the site.
  package let key: String
  /// Empty if it has none.
  package let title: String
  /// Plain text or HTML, as the export has it; nil if none.
  package let about: String?
  /// The id of its cover photo at the site.
  package let cover: String?
  /// The ids of its photos at the site, in its order.
  package let photos: [String]

  package init(key: String, title: String, about: String?, cover: String?, photos: [String]) {
    (self.key, self.title, self.about) = (key, title, about)
    (self.cover, self.photos) = (cover, photos)
  }
}
