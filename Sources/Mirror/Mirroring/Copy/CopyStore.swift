import Catalog
import Digests
import Images
import LocalFiles
import MirrorCore
import SystemCalls

/// The object store of a copy. What it has is known from lists of names, and from the digests that are stored with the
/// objects: none is fetched.
struct CopyStore: CopyPlace {
  /// In bytes; a larger file is no sidecar or thumbnail.
  private static let largestCompanion = 16 << 20
  /// Requests at once, and files in memory.
  private static let width = 16
  /// Seconds by which clocks of file systems may differ.
  private static let slack: Int64 = 2

  let files: MirrorFiles
  let open: OpenMirror
  /// When the last complete copy began, seconds since 1970; nil if none.
  let since: Int64?
  private var place: any FilePlace { files.place }

  func files(
    of photos: [StoredPhoto], copied: Set<Int64>, from source: any CopySource
  ) async throws -> [CopiedFile] {
    let looks = try await files.look(for: photos.map(\.files))
    return try await Array(zip(photos, looks)).mapConcurrently(width: Self.width) { photo, look in
      guard look.isThere else { return CopiedFile(isThere: false, fingerprint: nil) }
      if copied.contains(photo.file.id) {
        return CopiedFile(isThere: true, fingerprint: photo.fingerprints.first)
      }
      let facts = try await self.facts(of: photo.file.path)
      let found = photo.fingerprints.first {
        $0.byteCount == facts?.byteCount && $0.sha256 == facts?.sha256
      }
      return CopiedFile(isThere: facts != nil, fingerprint: found)
    }
  }

  /// A file that has not changed since the last copy began is there.
  func update(
    _ companions: [CopiedCompanion],
    decode: @escaping @Sendable (_ path: String) throws(ImageError) -> PictureSketch?
  ) async throws -> CompanionUpdate {
    let changed = await open.disk.map(companions) { file -> CopiedCompanion? in
      guard let status = FileStatus(linkFree: file.original), status.isRegular else { return nil }
      let isOld = status.changedAt < (since ?? .min).addingClamped(-Self.slack)
      return file.wasCopied && isOld ? nil : file
    }
    return try await changed.compactMap(\.self).mapConcurrently(width: Self.width) { file in
      try await update(file, decode)
    }.reduce(into: CompanionUpdate(), +=)
  }

  private func update(
    _ file: CopiedCompanion,
    _ decode: @escaping @Sendable (_ path: String) throws(ImageError) -> PictureSketch?
  ) async throws -> CompanionUpdate {
    var update = CompanionUpdate()
    let found = await open.disk.run { () -> (bytes: [UInt8], digest: String)? in
      guard let bytes = try? DurableFile.read(file.original, limit: Self.largestCompanion) else {
        return nil
      }
      return (bytes, DigestAlgorithm.sha256.hex(of: bytes))
    }
    guard let found else { return update }
    let facts = try await facts(of: file.path)
    if facts?.sha256 == found.digest { return update }
    let own =
      facts == nil || file.kind == nil
      ? nil : try await files.read(file.path, limit: Self.largestCompanion)
    let verdict = await open.disk.run {
      CompanionVerdict(on: file, isThere: facts != nil, replacing: own, decode: decode)
    }
    switch verdict {
    case .refuse(let reason): update.refused.append(.init(path: file.path, reason: reason))
    case .copy(let setsAside):
      if setsAside, try await files.setAside(file.path) != nil { update.setAside += 1 }
      try await files.replace(file.path, by: found.bytes)
      update.copied += 1
    }
    return update
  }

  private func facts(of path: String) async throws(StorageError) -> FileFacts? {
    try await place.facts(of: [path], .told).first.flatMap(\.self)
  }

  func size(of path: String) async throws -> Int64? { try await facts(of: path)?.byteCount }

  func digest(of path: String) async throws -> String? { try await facts(of: path)?.sha256 }

  func remove(_ path: String) async throws { try await files.remove(path) }
}
