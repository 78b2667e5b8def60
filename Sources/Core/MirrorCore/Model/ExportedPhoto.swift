import ProviderKit

/// A mirrored photo with its metadata and its file, as it is exported.
public struct ExportedPhoto: Sendable, Hashable {
  /// An album that shows the photo.
  public struct Membership: Sendable, Hashable {
    /// Its id at the site.
    public let album: String
    /// The album's title; empty if unknown.
    public let title: String
    /// The photo's place in it, counted from 0.
    public let position: Int

    package init(album: String, title: String, position: Int) {
      (self.album, self.title, self.position) = (album, title, position)
    }
  }

  /// Without renditions; only the id and the site if the catalog has no metadata.
  public let photo: Photo
  /// Relative to the mirror's directory.
  public package(set) var path: String
  /// The name of the file's format: `jpeg`, `mp4`.
  public let format: String
  /// Pixels; 0 if unknown.
  public let width: Int
  /// Pixels; 0 if unknown.
  public let height: Int
  /// Bytes of the file.
  public let byteCount: Int64
  /// The digest of the file, in lower-case hexadecimal.
  public let sha256: String
  /// Seconds since 1970.
  public let storedAt: Int64
  /// Whether the site shows it to some people only.
  public let isPrivate: Bool
  /// In the order of their titles.
  public let albums: [Membership]
  /// Where its thumbnail is, relative to the mirror's directory; nil if it has none.
  public let thumbnail: String?

  /// What happened to it, the oldest event first; empty if it was not read.
  package var history: [PhotoEvent] = []

  package init(
    photo: Photo, path: String, format: String, width: Int, height: Int, byteCount: Int64,
    sha256: String, storedAt: Int64, isPrivate: Bool, albums: [Membership] = [],
    thumbnail: String? = nil
  ) {
    (self.albums, self.thumbnail) = (albums, thumbnail)
    (self.photo, self.path, self.format) = (photo, path, format)
    (self.width, self.height, self.byteCount) = (width, height, byteCount)
    (self.sha256, self.storedAt, self.isPrivate) = (sha256, storedAt, isPrivate)
  }
}

/// The text under a photo's thumbnail.
package struct PhotoCaption: Sendable, Hashable {
  /// One line; empty if none.
  package let title: String
  /// The owner's name for people; nil if unknown.
  package let ownerName: String?
  /// Nil if the listing does not state it.
  package let media: MediaKind?
  /// Relative to the mirror's directory.
  package let path: String
  /// The path of its thumbnail, relative to the mirror's directory; nil if it has none.
  package let thumbnail: String?

  package init(
    title: String, ownerName: String?, media: MediaKind?, path: String, thumbnail: String?
  ) {
    (self.title, self.ownerName, self.media) = (title, ownerName, media)
    (self.path, self.thumbnail) = (path, thumbnail)
  }
}
