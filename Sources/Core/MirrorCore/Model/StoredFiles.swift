/// The files of a mirrored photo.
package struct StoredFiles: Sendable, Hashable {
  /// The path of the photo's own file, relative to the mirror.
  package let path: String
  /// The path of its name, relative to the mirror, without an extension: its thumbnail is named after it.
  package let stem: String
  /// The thumbnail that the catalog records.
  package let thumbnail: StoredThumbnail

  package init(path: String, stem: String, thumbnail: StoredThumbnail) {
    (self.path, self.stem, self.thumbnail) = (path, stem, thumbnail)
  }
}

/// Which bytes a file has.
package struct FileFingerprint: Sendable, Hashable {
  /// Bytes of the file.
  package let byteCount: Int64
  /// In lower-case hexadecimal.
  package let sha256: String

  package init(byteCount: Int64, sha256: String) {
    (self.byteCount, self.sha256) = (byteCount, sha256)
  }
}

/// A file beside a photo.
package enum Companion: Sendable, Hashable {
  /// Replaces an existing file.
  case thumbnail([UInt8], stem: String, ThumbnailFormat = .standard)
  /// An existing sidecar is kept, because people edit them.
  case sidecar([UInt8], SidecarFormat)
  /// Replaces the existing sidecar from which it was made.
  case rewrittenSidecar([UInt8], SidecarFormat)
}
