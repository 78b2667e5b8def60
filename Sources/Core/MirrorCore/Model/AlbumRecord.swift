import ProviderKit

/// A part of an album to record: the page's photos are its members from `part.start`.
///
/// A reading of an album begins with its part at 0, and continues while each part begins at or before the
/// end of the parts so far. A part without a next one completes the reading, and members that the reading
/// did not contain leave the album. A reading with a gap, or with an invalid entry, removes no member.
package struct AlbumAdmission: Sendable, Hashable {
  /// A photo of the catalog, or of the same page.
  package struct Member: Sendable, Hashable {
    /// The site under which the photo is recorded.
    package let site: String
    /// The photo's id at the site.
    package let key: String

    package init(site: String, key: String) { (self.site, self.key) = (site, key) }
  }

  /// The album and the part of it that the page is.
  package let part: AlbumPart
  /// The site under which the album is recorded.
  package let site: String
  /// In the album's order. A photo that is listed twice has its first place.
  package let members: [Member]

  package init(part: AlbumPart, site: String, members: [Member]) {
    (self.part, self.site, self.members) = (part, site, members)
  }
}

/// An album's record in the catalog.
package struct AlbumRecord: Sendable, Hashable {
  /// Unique in this catalog.
  package let id: Int64
  /// The album with its site; the cover is nil unless the catalog knows the photo.
  package let album: Album
  /// Whether a reading of its parts was completed.
  package let isComplete: Bool

  package init(id: Int64, album: Album, isComplete: Bool) {
    (self.id, self.album, self.isComplete) = (id, album, isComplete)
  }
}

/// A photo of an album.
package struct AlbumMember: Sendable, Hashable {
  /// The id of the photo's record.
  package let photo: Int64
  /// The photo's id at its site.
  package let key: String
  /// Its place in the album, counted from 0; places may be missing.
  package let position: Int
  /// The mirrored file's path, relative to the mirror; nil if the photo is not mirrored.
  package let path: String?
  /// One line; empty if unknown.
  package let title: String

  package init(photo: Int64, key: String, position: Int, path: String?, title: String) {
    (self.photo, self.key, self.position) = (photo, key, position)
    (self.path, self.title) = (path, title)
  }
}
