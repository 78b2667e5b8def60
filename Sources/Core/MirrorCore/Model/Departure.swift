import ProviderKit

/// A photo's way out of the mirror and back.
package struct Departure: Sendable, Hashable {
  /// The steps of a photo on its way.
  package enum State: String, Sendable, CaseIterable {
    /// No longer listed. Its files stay where they are.
    case gone
    /// Brought back by the user: no longer listed, and never judged gone until a listing shows it again.
    case kept
    /// Its files are being moved to the trash; a later run finishes that after a kill.
    case leaving
    /// Its files are in the trash.
    case trashed
    /// Its files are being moved back; a later run finishes that after a kill.
    case returning
    /// Its file is being replaced by a new version, and moved to the trash; a later run finishes that after a
    /// kill.
    case replacing
    /// Its files were deleted, or it never had any.
    case deleted

    /// Whether the photo still counts as mirrored.
    package var isMirrored: Bool { [.gone, .kept, .replacing].contains(self) }
  }

  /// The state, which a later run completes if it is one of moving.
  package var state: State
  /// Whether the user asked never to mirror it again.
  package var isForgotten: Bool
  /// Seconds since 1970.
  package var since: Int64
  /// A sentence in lower case without a period.
  package var reason: String
  /// The path of its file in the trash, relative to the mirror; nil if it has none there.
  package var place: String?

  package init(
    _ state: State, since: Int64, reason: String, isForgotten: Bool = false, place: String? = nil
  ) {
    (self.state, self.since, self.reason) = (state, since, reason)
    (self.isForgotten, self.place) = (isForgotten, place)
  }
}

/// A photo's record with the facts of its file.
package struct KnownPhoto: Sendable, Hashable {
  /// The photo's record in the catalog.
  package let record: PhotoRecord
  /// The site under which the photo is recorded.
  package let site: String
  /// The file that is, or was, mirrored; nil if there was none.
  package let file: MirroredPhoto?
  /// The edited file in its place that the user accepted; nil if none.
  package let accepted: FileFingerprint?

  package init(
    record: PhotoRecord, site: String, file: MirroredPhoto?, accepted: FileFingerprint? = nil
  ) {
    (self.record, self.site, self.file, self.accepted) = (record, site, file, accepted)
  }

  /// Whether a file with these bytes is the photo's: as it was mirrored, or an edit that the user accepted.
  package func hasFile(_ fingerprint: FileFingerprint?) -> Bool {
    guard let fingerprint else { return false }
    return fingerprint == file?.fingerprint || fingerprint == accepted
  }

  /// Its files; nil if it never had any.
  package var files: StoredFiles? {
    file.map {
      StoredFiles(path: $0.path, stem: record.stem, thumbnail: $0.thumbnail)
    }
  }
}
