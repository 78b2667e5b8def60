import Catalog
import LocalFiles
import MirrorCore

/// Files of a mirror that are no photo's: those in its set-aside folder, and those that its catalog does not know, such as
/// photos that were renamed by hand.
struct MisplacedFiles {
  /// Files whose digests are computed at the same time.
  private static let width = 8

  private let open: OpenMirror
  private let store: OpenedStore

  init(of open: OpenMirror, in store: OpenedStore) { (self.open, self.store) = (open, store) }

  /// Passes the files that have one of these sizes to `body`, in batches, with the digests of their bytes.
  /// - Parameter body: Returns the sizes that are still wanted; nothing more is read if there are none.
  func forEach(
    of sizes: Set<Int64>, _ body: ([IntactCopies.Candidate]) async throws -> Set<Int64>
  ) async throws {
    var sizes = sizes
    try await store.destination.forEachAside { files in
      let fitting = files.filter { sizes.contains($0.byteCount) }
      guard !fitting.isEmpty else { return }
      sizes = try await body(candidates(fitting.map(\.path)))
    }
    guard !sizes.isEmpty else { return }
    try await forEachExtra { files in
      guard !sizes.isEmpty else { return }
      let fitting = files.filter { sizes.contains($0.byteCount) }
      guard !fitting.isEmpty else { return }
      sizes = try await body(candidates(fitting.map(\.path)))
    }
  }

  private func forEachExtra(
    _ body: ([(path: String, byteCount: Int64)]) async throws -> Void
  ) async throws {
    let extra = try await open.perform { [directory = open.directory] in
      try ExtraFiles(in: directory, $0)
    }
    if let objects = store.objects {
      return try await objects.forEachPart { objects in
        try await body(objects.filter { !extra.isOfMirror($0.path) && !extra.isKnown($0.path) })
      }
    }
    var folders = [""]
    while let folder = folders.popLast() {
      try Task.checkCancellation()
      let (files, inner) = await open.disk.run { [directory = open.directory] in
        let (files, folders) = extra.files(in: folder)
        return (
          files.map { (path: $0, byteCount: DurableFile.size(of: directory.file($0)) ?? 0) },
          folders
        )
      }
      try await body(files)
      folders += inner.reversed()
    }
  }

  /// A file that cannot be read is left out.
  private func candidates(_ paths: [String]) async throws -> [IntactCopies.Candidate] {
    try await paths.mapConcurrently(width: Self.width) { [store] path in
      do throws(StorageError) {
        return try await store.destination.fingerprint(of: path).map {
          IntactCopies.Candidate(path: path, fingerprint: $0, store: store, isMisplaced: true)
        }
      } catch {
        guard error.isOfEntry || store.objects == nil else { throw error }
        return nil
      }
    }.compactMap(\.self)
  }
}
