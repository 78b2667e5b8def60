import Foundation
import ProviderKit

/// What the catalog knows of a photo.
package struct PhotoRecord: Sendable, Hashable {
  /// Unique in this catalog; names the part file.
  package let id: Int64
  /// Its id, unique within its site.
  package let photo: String
  package let stem: String
  package let isMirrored: Bool
  /// Of the mirrored file, relative to the mirror.
  package let path: String?
  /// What the listing says of it; nil if that is not kept.
  package let listing: ListedEntry?
  /// The id of the source that listed it first, or last before it was mirrored.
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
  /// When a listing first gave it another address than that of the mirrored file, seconds since 1970.
  package let replacedAt: Int64?

  package init(
    id: Int64, photo: String, stem: String, isMirrored: Bool = false, path: String? = nil,
    listing: ListedEntry? = nil, source: Int64, run: Int64, refusal: Refusal? = nil,
    address: String? = nil, label: String = "", hasThumbnail: Bool = false,
    replacedAt: Int64? = nil
  ) {
    (self.id, self.photo, self.stem, self.isMirrored) = (id, photo, stem, isMirrored)
    (self.path, self.listing, self.source, self.run) = (path, listing, source, run)
    (self.refusal, self.address, self.label) = (refusal, address, label)
    (self.hasThumbnail, self.replacedAt) = (hasThumbnail, replacedAt)
  }
}

/// A listing's entry of one photo, decoded when it is needed.
package struct ListedEntry: Sendable, Hashable {
  /// The photo as JSON.
  package let json: String

  package init(json: String) { self.json = json }

  package init(_ photo: Photo) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // A photo that a provider gave has no value that JSON cannot hold: numbers are checked at the joint.
    json = (try? encoder.encode(photo)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  /// Nil if this version cannot read it.
  package func photo() -> Photo? { try? JSONDecoder().decode(Photo.self, from: Data(json.utf8)) }
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

/// That the site said a photo is not to be had.
package struct Refusal: Sendable, Hashable {
  /// When it said so first, seconds since 1970.
  package let since: Int64
  /// Set once it said so in more than one run, which makes the photo unavailable: before that second
  /// it is not asked for again.
  package let retryAt: Int64?
  /// A sentence in lower case without a period.
  package let reason: String

  package init(since: Int64, retryAt: Int64?, reason: String) {
    (self.since, self.retryAt, self.reason) = (since, retryAt, reason)
  }
}

/// A source as the catalog knows it.
package struct SourceRecord: Sendable, Hashable {
  package let id: Int64
  /// `flickr:recent`.
  package let address: String
  /// Counts the runs over this source; the current one's number once it began.
  package let run: Int64
  /// Whether a pass over the listing was begun and not ended.
  package let isUnderway: Bool
  /// The cursor of the last page of that pass before which everything is done; nil: its first page.
  package let cursor: String?
  /// When a pass last came to its end, seconds since 1970.
  package let finishedAt: Int64?
  /// What its photos came as when it last ran; nil if that is not known.
  package let choices: SourceChoices?

  package init(
    id: Int64, address: String, run: Int64, isUnderway: Bool = false, cursor: String? = nil,
    finishedAt: Int64? = nil, choices: SourceChoices? = nil
  ) {
    (self.id, self.address, self.run, self.isUnderway) = (id, address, run, isUnderway)
    (self.cursor, self.finishedAt, self.choices) = (cursor, finishedAt, choices)
  }
}
