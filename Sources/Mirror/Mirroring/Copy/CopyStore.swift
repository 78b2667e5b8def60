import Catalog
import Digests
import LocalFiles
import MirrorCore
import ObjectStorage
import SystemCalls

/// The object store of a copy. What it has is known from lists of names, and from the digests that are stored with the
/// objects: none is fetched.
struct CopyStore: CopyPlace {
  /// In bytes; a larger file is no sidecar or thumbnail.
  private static let largestCompanion = 64 << 20
  /// Seconds by which clocks of file systems may differ.
  private static let slack: Int64 = 2

  let objects: ObjectDestination
  let open: OpenMirror
  /// When the last complete copy began, seconds since 1970; nil if none.
  let since: Int64?
  var destination: any PhotoDestination { objects }

  func files(
    of photos: [StoredPhoto], copied: Set<Int64>, from source: MirrorDirectory
  ) async throws -> [CopiedFile] {
    let looks = try await objects.look(for: photos.map(\.files))
    return try await map(Array(zip(photos, looks))) { photo, look in
      guard look.isThere else { return CopiedFile(isThere: false, fingerprint: nil) }
      if copied.contains(photo.file.id) {
        return CopiedFile(isThere: true, fingerprint: photo.fingerprints.first)
      }
      let facts = try await objects.facts(of: photo.file.path)
      let found = photo.fingerprints.first {
        $0.byteCount == facts?.size && $0.sha256 == facts?.sha256
      }
      return CopiedFile(isThere: facts != nil, fingerprint: found)
    }
  }

  /// A file that has not changed since the last copy began is there.
  func update(_ companions: [CopiedCompanion]) async throws -> Int {
    let changed =
      await open.disk.map(companions) { file in
        guard let status = FileStatus(of: file.original), status.isRegular,
          let bytes =
            (file.wasCopied && status.changedAt < (since ?? .min).addingClamped(-Self.slack))
            ? nil : try? DurableFile.read(file.original, limit: Self.largestCompanion)
        else { return nil }
        return (file.path, bytes)
      } as [(path: String, bytes: [UInt8])?]
    return try await map(changed.compactMap(\.self)) { path, bytes in
      let digest = await open.disk.run { DigestAlgorithm.sha256.hex(of: bytes) }
      if let facts = try await objects.facts(of: path), facts.sha256 == digest { return 0 }
      try await objects.replace(path, by: bytes)
      return 1
    }.reduce(0, +)
  }

  func size(of path: String) async throws -> Int64? { try await objects.facts(of: path)?.size }

  func digest(of path: String) async throws -> String? {
    try await objects.facts(of: path)?.sha256
  }

  func remove(_ path: String) async throws { try await objects.remove(path) }

  /// The results in order; requests run at once, as far as the engine lets them.
  private func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ body: @escaping @Sendable (Item) async throws -> Result
  ) async throws -> [Result] {
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      for (index, item) in items.enumerated() {
        group.addTask { (index, try await body(item)) }
      }
      var results: [Int: Result] = [:]
      for try await (index, result) in group { results[index] = result }
      return items.indices.compactMap { results[$0] }
    }
  }
}
