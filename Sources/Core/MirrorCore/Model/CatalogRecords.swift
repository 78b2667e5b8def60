import ProviderKit

/// A photo's record in the catalog.
package struct PhotoRecord: Sendable, Hashable {
  /// Unique in this catalog; names the part file.
  package let id: Int64
  /// The photo's id, unique within its site.
  package let photo: String
  /// The path of its name, relative to the mirror, without an extension; unique in the mirror.
  package let stem: String
  /// Whether its file is, or should be, in the mirror.
  package let isMirrored: Bool
  /// The mirrored file's path, relative to the mirror.
  package let path: String?
  /// The photo's entry in the listing; nil if it is not kept.
  package let listing: ListedEntry?
  /// The id of the source that listed it first, or last before it was mirrored.
  package let source: Int64
  /// The source's last run that listed the photo before it was mirrored.
  package let run: Int64
  /// Set if the site refuses the photo.
  package let refusal: Refusal?
  /// The address of the mirrored file; nil if unknown.
  package let address: String?
  /// The site's name for the mirrored size; empty if unknown.
  package let label: String
  /// The thumbnail of the mirrored file.
  package let thumbnail: StoredThumbnail
  /// When a listing first gave it another address than that of the mirrored file, seconds since 1970.
  package let replacedAt: Int64?
  /// Set if it left the mirror, or is about to.
  package let departure: Departure?
  /// The mirrored file, to compare a listing with; nil if none.
  package let picture: PictureFacts?
  /// ``Photo/digest`` of the recorded metadata; nil if none.
  package var metadataDigest: Int64?

  package init(
    id: Int64, photo: String, stem: String, isMirrored: Bool = false, path: String? = nil,
    listing: ListedEntry? = nil, source: Int64, run: Int64, refusal: Refusal? = nil,
    address: String? = nil, label: String = "", thumbnail: StoredThumbnail = .absent,
    replacedAt: Int64? = nil, departure: Departure? = nil, picture: PictureFacts? = nil,
    metadataDigest: Int64? = nil
  ) {
    (self.id, self.photo, self.stem, self.isMirrored) = (id, photo, stem, isMirrored)
    (self.path, self.listing, self.source, self.run) = (path, listing, source, run)
    (self.refusal, self.address, self.label) = (refusal, address, label)
    (self.thumbnail, self.replacedAt) = (thumbnail, replacedAt)
    (self.departure, self.picture, self.metadataDigest) = (departure, picture, metadataDigest)
  }
}

/// What a listing says of a photo's file, as it was when the file was mirrored.
package struct PictureFacts: Sendable, Hashable {
  /// Pixels; 0 if it was not decoded.
  package let width: Int
  /// Pixels; 0 if it was not decoded.
  package let height: Int
  /// ``Rendition/Digest/mark`` of the announced digest; nil if none was announced.
  package let announced: Int64?
  /// ``Photo/mark`` of the listing; nil if unknown.
  package let shown: Int64?
  /// Whether it is the uploaded file.
  package let isOriginal: Bool
  /// Whether it has its size because of ``SizeReason/linkRefused``.
  package let isLinkRefused: Bool

  package init(
    width: Int, height: Int, announced: Int64? = nil, shown: Int64? = nil, isOriginal: Bool = false,
    isLinkRefused: Bool = false
  ) {
    self.isLinkRefused = isLinkRefused
    (self.width, self.height, self.announced, self.shown) = (width, height, announced, shown)
    self.isOriginal = isOriginal
  }
}

/// A listing's entry of one photo, decoded when it is needed.
package struct ListedEntry: Sendable, Hashable {
  /// The photo as JSON.
  package let json: String

  package init(json: String) { self.json = json }

  package init(_ photo: Photo) {
    // A provider's photo has no value that JSON cannot represent: numbers are checked when the provider
    // answers.
    json = (try? JointCoder.encode(photo)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  /// Nil if this version cannot read it.
  package func photo() -> Photo? { try? JointCoder.decode(Photo.self, from: Array(json.utf8)) }
}

/// A photo that is stored and ready to be recorded.
package struct MirroredPhoto: Sendable, Hashable {
  /// The id of the photo's record.
  package let id: Int64
  /// Relative to the mirror.
  package var path: String
  /// The name of its format: `jpeg`, `mp4`.
  package let format: String
  /// Pixels as stored, before any orientation; 0 if unknown.
  package let width: Int
  /// Pixels as stored, before any orientation; 0 if unknown.
  package let height: Int
  /// Bytes of the file.
  package let byteCount: Int64
  /// The digest of the file, in lower-case hexadecimal.
  package let sha256: String
  /// Empty if unknown, as for an adopted file.
  package let label: String
  /// The label of the size that was wanted, if the site refused it and this is a smaller one.
  package let refusedLabel: String?
  /// Why it has this size; nil if unknown.
  package let sizeReason: SizeReason?
  /// The address of the file; nil if unknown.
  package let address: String?
  /// The thumbnail that is stored with it.
  package let thumbnail: StoredThumbnail
  /// ``Rendition/Digest/mark`` of the digest that the listing announced; nil if there was none.
  package let announced: Int64?
  /// ``Photo/mark`` of the listing; nil if unknown.
  package let shown: Int64?
  /// Whether it was kept without a decode, or recorded without a digest of what was mirrored.
  package let isUnproven: Bool
  /// Seconds since 1970.
  package let storedAt: Int64

  package init(
    id: Int64, path: String, format: String, width: Int, height: Int, byteCount: Int64,
    sha256: String, label: String, refusedLabel: String? = nil, sizeReason: SizeReason? = nil,
    address: String? = nil, announced: Int64? = nil, shown: Int64? = nil,
    thumbnail: StoredThumbnail = .absent,
    isUnproven: Bool = false, storedAt: Int64
  ) {
    (self.announced, self.shown) = (announced, shown)
    self.isUnproven = isUnproven
    self.address = address
    self.thumbnail = thumbnail
    self.id = id
    self.path = path
    self.format = format
    self.width = width
    self.height = height
    self.byteCount = byteCount
    self.sha256 = sha256
    self.label = label
    self.refusedLabel = refusedLabel
    self.sizeReason = sizeReason
    self.storedAt = storedAt
  }
}

/// A site's statement that a photo is not available.
package struct Refusal: Sendable, Hashable {
  /// When the site first said so, seconds since 1970.
  package let since: Int64
  /// Set once the site has said so in more than one run, which makes the photo unavailable: it is not
  /// requested again before this time, in seconds since 1970.
  package let retryAt: Int64?
  /// A sentence in lower case without a period.
  package let reason: String

  package init(since: Int64, retryAt: Int64?, reason: String) {
    (self.since, self.retryAt, self.reason) = (since, retryAt, reason)
  }
}

/// A source's record in the catalog.
package struct SourceRecord: Sendable, Hashable {
  /// Unique in this catalog.
  package let id: Int64
  /// `flickr:recent`.
  package let address: String
  /// The number of runs over this source, including the current one once it has begun.
  package var run: Int64
  /// Whether a pass over the listing has begun and not ended.
  package let isUnderway: Bool
  /// The cursor of the last page of that pass before which everything is done; nil: its first page.
  package let cursor: String?
  /// When a pass last completed, seconds since 1970.
  package let finishedAt: Int64?
  /// The choices of its last run; nil if unknown.
  package let choices: SourceChoices?
  /// The options of its last run, as the caller of that run words them; nil if unknown.
  package var options: String?
  /// Nil if no pass showed the whole listing.
  package var base: PassBase?

  package init(
    id: Int64, address: String, run: Int64, isUnderway: Bool = false, cursor: String? = nil,
    finishedAt: Int64? = nil, choices: SourceChoices? = nil
  ) {
    (self.id, self.address, self.run, self.isUnderway) = (id, address, run, isUnderway)
    (self.cursor, self.finishedAt, self.choices) = (cursor, finishedAt, choices)
  }
}

/// The party that a site counts calls for: a key at a host, whichever source uses it.
package struct CallAccount: Sendable, Hashable {
  /// In lower case, without a port.
  package let host: String
  /// Distinguishes keys without revealing them; empty if there is no key.
  package let keyDigest: String

  /// An account from its stored parts.
  package init(host: String, keyDigest: String) {
    self.host = host
    self.keyDigest = keyDigest
  }
}

/// The calls that an account had left at a time.
package struct CallBudget: Sendable, Hashable {
  /// Calls; negative if more calls were made than allowed.
  package let tokens: Double
  /// Seconds since 1970.
  package let time: Double

  /// A budget to store.
  package init(tokens: Double, time: Double) {
    self.tokens = tokens
    self.time = time
  }
}
