import Foundation
import ProviderKit
import SystemCalls

/// What is stored beside a photo in the trash, as JSON: enough to bring it back if the catalog is lost.
package struct TrashRecord: Codable, Sendable, Hashable {
  /// The reasons for which a photo is in the trash.
  package enum Cause: String, Codable, Sendable {
    /// The source no longer lists the photo.
    case gone
    /// The user asked to forget it.
    case forgotten
    /// The site replaced the picture, or a larger one was fetched: this is the old version.
    case replaced
  }

  /// The site that issued the photo's id.
  package let site: String
  /// The photo's id at the site.
  package let key: String
  /// The reason for which it is in the trash.
  package let cause: Cause
  /// A sentence in lower case without a period.
  package let reason: String
  /// Seconds since 1970.
  package let trashedAt: Int64
  /// Where the file was, relative to the mirror.
  package let path: String
  /// The path of its name, relative to the mirror, without an extension.
  package let stem: String
  /// ``StoredThumbnail``.
  package let thumbnail: Int
  /// The name of the file's format: `jpeg`, `mp4`.
  package let format: String
  /// Pixels; 0 if unknown.
  package let width: Int
  /// Pixels; 0 if unknown.
  package let height: Int
  /// Bytes of the file.
  package let byteCount: Int64
  /// The digest of the file, in lower-case hexadecimal.
  package let sha256: String
  /// The site's name for the size; empty if unknown.
  package let label: String
  /// The address of the file; nil if unknown.
  package let address: String?
  /// The time at which the file was stored, in seconds since 1970.
  package let storedAt: Int64
  /// The metadata of its listing, without renditions; nil if the catalog has none.
  package let photo: Photo?

  /// - Parameter bytes: Of the file, if they are not those that were mirrored.
  package init(
    _ photo: KnownPhoto, _ file: MirroredPhoto, bytes: FileFingerprint? = nil, metadata: Photo?,
    cause: Cause, reason: String, at seconds: Int64
  ) {
    (site, key, self.cause, self.reason) = (photo.site, photo.record.photo, cause, reason)
    trashedAt = seconds
    (path, stem, thumbnail) = (file.path, photo.record.stem, file.thumbnail.rawValue)
    (format, width, height) = (file.format, file.width, file.height)
    let bytes = bytes ?? file.fingerprint
    (byteCount, sha256) = (bytes.byteCount, bytes.sha256)
    (label, address, storedAt) = (file.label, file.address, file.storedAt)
    self.photo = metadata
  }

  /// Nil if it is not a record, or if its paths lead out of the mirror.
  package init?(_ json: [UInt8]) {
    guard let record = try? JSONDecoder().decode(Self.self, from: Data(json)),
      [record.path, record.stem].allSatisfy(Self.isInside)
    else { return nil }
    self = record
  }

  /// The record as it is stored, with a line break at its end.
  package var json: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    return (try? encoder.encode(self)).map { Array($0) + [0x0A] } ?? []
  }

  /// The files as they were in the mirror.
  package var files: StoredFiles {
    StoredFiles(path: path, stem: stem, thumbnail: storedThumbnail)
  }

  var storedThumbnail: StoredThumbnail { StoredThumbnail(rawValue: thumbnail) ?? .absent }

  /// The bytes of the file.
  package var fingerprint: FileFingerprint {
    FileFingerprint(byteCount: byteCount, sha256: sha256)
  }

  /// Components as the mirror's own names have them.
  private static func isInside(_ path: String) -> Bool {
    path.isPlainPath
  }
}
