import Catalog
import MirrorCore

extension StoredPhoto {
  var files: StoredFiles {
    StoredFiles(path: file.path, stem: stem, thumbnail: file.thumbnail)
  }

  /// The size that its file has unless it changed, and when it had it, in seconds since 1970.
  var recorded: (size: Int64, at: Int64) {
    accepted.map { ($0.byteCount, $0.at) } ?? (file.byteCount, file.storedAt)
  }

  /// The bytes that its file may have: those that the user accepted, and those that were mirrored.
  var fingerprints: [FileFingerprint] {
    [accepted.map { FileFingerprint(byteCount: $0.byteCount, sha256: $0.sha256) }]
      .compactMap(\.self) + [FileFingerprint(byteCount: file.byteCount, sha256: file.sha256)]
  }
}
