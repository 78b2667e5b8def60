import Catalog
import Inspection
import LocalFiles
import MirrorCore
import Threads

/// One copy of all files of a snapshot.
struct CopyRound {
  private static let batchSize = 200

  let copy: MirrorCopy
  let open: OpenMirror
  let target: CopyTarget
  let destination: DirectoryDestination

  init(_ copy: MirrorCopy, _ open: OpenMirror, _ target: CopyTarget) {
    (self.copy, self.open, self.target) = (copy, open, target)
    destination = DirectoryDestination(
      target.directory, pool: open.disk, extensions: CodecInspector.extensions)
  }

  /// - Parameter continues: Whether to continue with the snapshot of an interrupted copy, instead of a new one.
  func run(
    _ totals: inout MirrorCopy.Totals, continues: Bool, _ tell: (MirrorCopy.Step) -> Void
  ) async throws {
    if !continues { try await takeSnapshot() }
    let position = await open.disk.run { [target] in target.position ?? 0 }
    let lost = try await reading(target.snapshot) { snapshot in
      try await readingCopy { earlier in
        totals.photos = try await snapshot.perform { catalog in
          try catalog.counts().reduce(0) { $0 + $1.mirrored }
        }
        let photos = CopiedPhotos(self, snapshot, earlier)
        let lost = try await photos.copy(after: position, &totals, tell)
        try await copyTrash(&totals, tell)
        if let earlier { try await CopyLeftovers(self, snapshot, earlier).clear(&totals) }
        return lost
      }
    }
    try await open.disk.run { [target] in try target.finish(without: lost) }
    tell(.progress(totals))
  }

  private func takeSnapshot() async throws {
    try await open.perform { [target] catalog in
      for end in ["", "-wal", "-shm", "-journal"] {
        target.directory.removeStateFile(CopyTarget.snapshotFile + end)
      }
      try catalog.writeSnapshot(to: target.snapshot)
      try DurableFile.sync(target.snapshot)
      try target.note(0)
    }
  }

  private func reading<Result>(
    _ path: String, _ body: (RunCatalog) async throws -> Result
  ) async throws -> Result {
    let catalog = try await open.disk.run { () throws(MirrorError) in
      do throws(CatalogError) { return try RunCatalog(reading: .file(path)) } catch {
        throw MirrorError(error)
      }
    }
    return try await whileOpen {
      try await body(catalog)
    } close: {
      await catalog.close()
    }
  }

  /// Calls `body` with the catalog of the earlier copy; nil if there is none that can be read.
  private func readingCopy<Result>(
    _ body: (RunCatalog?) async throws -> Result
  ) async throws -> Result {
    let path = target.directory.catalog
    let earlier = await open.disk.run {
      DurableFile.size(of: path) == nil ? nil : try? RunCatalog(reading: .file(path))
    }
    return try await whileOpen {
      try await body(earlier)
    } close: {
      await earlier?.close()
    }
  }

  /// Passes the photos of a catalog to `body`, in batches.
  func forEachBatch(
    of catalog: RunCatalog, after id: Int64 = 0, _ body: ([StoredPhoto]) async throws -> Void
  ) async throws {
    var last = id
    while true {
      try Task.checkCancellation()
      let photos = try await catalog.perform { [last] in
        try $0.stored(after: last, limit: Self.batchSize)
      }
      guard let end = photos.last else { return }
      last = end.file.id
      try await body(photos)
    }
  }
}
