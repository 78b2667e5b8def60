import Catalog
import Digests
import LocalFiles
import MirrorCore
import SystemCalls

/// Tells whose bytes a file has that are not those of its photo: another photo's, or those of a missing one.
struct PhotoOrigins: Sendable {
  /// Missing files that extra files are compared with: beyond this, an extra file is only extra.
  private static let mostMissing = 10_000
  /// Photos whose digests are looked up; files with the bytes of others are only edited.
  private static let mostPhotos = 10_000_000
  private static let batchSize = 5000

  /// By the first bytes of the SHA-256 digest, a photo with it; read when the first digest is looked up: 32 bytes each.
  private var photos: [UInt64: Int64]?
  /// The paths of missing files, by size and digest.
  private var missing: [Int64: [String: String]] = [:]
  private var missingCount = 0

  /// The findings of a photo, with the origin of its bytes if they are another photo's.
  mutating func findings(
    of photo: StoredPhoto, _ look: FileCheck.Look, in open: OpenMirror
  ) async throws -> [Verification.Finding] {
    if look.isMissing, missingCount < Self.mostMissing {
      missing[photo.file.byteCount, default: [:]][photo.file.sha256] = photo.file.path
      missingCount += 1
    }
    guard let digest = look.digest, !digest.isEmpty,
      let origin = try await origin(of: digest, besides: photo.file.id, in: open)
    else { return look.findings }
    let rest = look.findings.filter { $0.path == photo.file.path && !$0.isOfBytes }
    return [.swapped(path: photo.file.path, origin: origin)] + rest
  }

  private mutating func origin(
    of digest: String, besides id: Int64, in open: OpenMirror
  ) async throws -> String? {
    let photos: [UInt64: Int64]
    if let known = self.photos {
      photos = known
    } else {
      photos = try await open.perform { try Self.photos(of: $0) }
      self.photos = photos
    }
    guard let key = Self.key(digest), let other = photos[key], other != id else { return nil }
    let known = try await open.perform { try $0.photos([other]) }
    return known.first?.file.flatMap { $0.sha256 == digest ? $0.path : nil }
  }

  private static func photos(of catalog: Catalog) throws(CatalogError) -> [UInt64: Int64] {
    var photos: [UInt64: Int64] = [:]
    var last = Int64(0)
    while true {
      let batch = try catalog.expected(after: last, limit: batchSize)
      guard let end = batch.last, photos.count < mostPhotos else { return photos }
      last = end.file.id
      for photo in batch {
        if let key = key(photo.file.sha256), photos[key] == nil { photos[key] = photo.file.id }
      }
    }
  }

  /// - Parameter digest: Hexadecimal.
  private static func key(_ digest: String) -> UInt64? { UInt64(digest.prefix(16), radix: 16) }

  /// The finding of a file that the catalog does not know. One with the size of a missing photo is read, unless the place
  /// tells its digest.
  func finding(
    ofExtra file: PlaceFile, in files: MirrorFiles
  ) async throws(StorageError) -> Verification.Finding {
    guard let wanted = missing[file.facts.byteCount],
      let digest = try await files.knownFingerprint(of: file.path)?.sha256,
      let from = wanted[digest]
    else { return .extra(path: file.path) }
    return .renamed(path: file.path, from: from)
  }
}

extension Verification.Finding {
  /// The file of the finding.
  fileprivate var path: String {
    switch self {
    case .same(let path), .missing(let path), .obstructed(let path, _), .incomplete(let path, _),
      .damagedCompanion(let path, _, _), .extra(let path), .renamed(let path, _), .edited(let path),
      .rotten(let path),
      .swapped(let path, _), .damaged(let path, _), .unreadable(let path, _):
      path
    }
  }

  /// Whether it is about the bytes of the file.
  fileprivate var isOfBytes: Bool {
    switch self {
    case .edited, .rotten, .damaged, .swapped: true
    default: false
    }
  }
}
