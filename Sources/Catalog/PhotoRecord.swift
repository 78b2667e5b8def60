import ProviderKit

/// A photo's row.
package struct PhotoRecord: Sendable, Hashable {
  /// Unique in this catalog; names the part file.
  package let id: Int64
  /// Its id, unique within its site.
  package let photo: String
  package let stem: String
  package let isMirrored: Bool
  /// Of the mirrored file, relative to the mirror.
  package let path: String?
  /// Nil once it is mirrored.
  package let listing: String?
  /// The source that listed it first, or last before it was mirrored, by its row.
  package let source: Int64
  /// The source's last run that listed it while it was not mirrored.
  package let run: Int64
  /// Set where the site refuses it.
  package let refusal: Refusal?
  /// Where the mirrored file came from; nil where that is not known.
  package let address: String?
  /// The site's word for the mirrored size; empty where that is not known.
  package let label: String
  /// Whether it was given a thumbnail.
  package let hasThumbnail: Bool
  /// Of what stays known of it (``Photo/digest``); 0 where that is nothing.
  package let digest: Int64
  /// When a listing first gave it another address than that of the mirrored file, seconds since 1970.
  package let replacedAt: Int64?
}

/// A photo that is stored and is to be recorded.
package struct MirroredPhoto: Sendable, Hashable {
  package let id: Int64
  package let path: String
  package let format: String
  package let width: Int
  package let height: Int
  package let byteCount: Int64
  package let sha256: String
  /// Empty where it is not known, as of a file that was taken over.
  package let label: String
  /// The label of the size that was wanted, if the site refused it and this is a smaller one.
  package let refusedLabel: String?
  /// Where the file came from; nil where that is not known.
  package let address: String?
  package let hasThumbnail: Bool
  /// Whether it was kept without a decode.
  package let isUnproven: Bool
  /// Seconds since 1970.
  package let storedAt: Int64

  package init(
    id: Int64, path: String, format: String, width: Int, height: Int, byteCount: Int64,
    sha256: String, label: String, refusedLabel: String? = nil, address: String? = nil,
    hasThumbnail: Bool = false, isUnproven: Bool = false, storedAt: Int64
  ) {
    self.isUnproven = isUnproven
    self.address = address
    self.hasThumbnail = hasThumbnail
    self.id = id
    self.path = path
    self.format = format
    self.width = width
    self.height = height
    self.byteCount = byteCount
    self.sha256 = sha256
    self.label = label
    self.refusedLabel = refusedLabel
    self.storedAt = storedAt
  }
}
