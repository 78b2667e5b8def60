import ProviderKit

/// A mirrored photo with its metadata and its file, as it is exported.
public struct ExportedPhoto: Sendable, Hashable {
  /// Without renditions; only the id and the site if the catalog has no metadata.
  public let photo: Photo
  /// Relative to the mirror's directory.
  public let path: String
  public let format: String
  /// Pixels; 0 if unknown.
  public let width: Int
  public let height: Int
  public let byteCount: Int64
  public let sha256: String
  /// Seconds since 1970.
  public let storedAt: Int64
  /// Whether the site shows it to some people only.
  public let isPrivate: Bool

  package init(
    photo: Photo, path: String, format: String, width: Int, height: Int, byteCount: Int64,
    sha256: String, storedAt: Int64, isPrivate: Bool
  ) {
    (self.photo, self.path, self.format) = (photo, path, format)
    (self.width, self.height, self.byteCount) = (width, height, byteCount)
    (self.sha256, self.storedAt, self.isPrivate) = (sha256, storedAt, isPrivate)
  }
}
