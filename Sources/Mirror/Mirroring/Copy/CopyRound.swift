import Catalog
import Images
import Inspection
import LocalFiles
import MirrorCore
import Threads

/// One copy of all files of a snapshot.
struct CopyRound {
  static let batchSize = 200
  /// Files that are looked at or read at once; the disk's threads limit them further.
  static let width = 16

  let copy: MirrorCopy
  let open: OpenMirror
  /// The files of the mirror. Copies of distant ones are made in the directory of the copy.
  let source: MirrorFiles
  let target: CopyTarget
  /// The files of the copy.
  let place: MirrorFiles

  /// - Parameter continues: Whether to continue with the snapshot of an interrupted copy, instead of a new one.
  func run(
    _ totals: inout MirrorCopy.Totals, continues: Bool, _ tell: (MirrorCopy.Step) -> Void
  ) async throws {
    if !continues { try await takeSnapshot() }
    let position = await open.disk.run { [target] in target.position ?? 0 }
    let outcome = try await reading(target.snapshot) { snapshot in
      try await readingCopy { earlier in
        totals.photos = try await snapshot.perform { try $0.expectedCount().photos }
        let photos = CopiedPhotos(self, snapshot, earlier)
        var outcome = try await photos.copy(after: position, &totals, tell)
        try await copyTrash(&totals, tell)
        if let earlier {
          let leftovers = CopyLeftovers(self, snapshot, earlier)
          try await leftovers.clearMoving()
          let moved = try await leftovers.clear(&totals)
          outcome.lost.subtract(moved)
          outcome.found.formUnion(moved)
          try await leftovers.clearRestored()
        }
        return outcome
      }
    }
    totals.lostInMirror = outcome.found.count
    try await open.disk.run { [target] in try target.finish(outcome) }
    tell(.progress(totals))
  }

  private func takeSnapshot() async throws {
    try await open.perform { [target] catalog in
      for end in ["", "-wal", "-shm", "-journal"] {
        target.directory.removeStateFile(CopyTarget.snapshotFile + end)
      }
      try catalog.writeCopy(to: target.snapshot)
      try DurableFile.sync(target.snapshot)
      try target.begin()
    }
  }

  private func reading<Result>(
    _ path: String, _ body: (CatalogThread) async throws -> Result
  ) async throws -> Result {
    let catalog = try await open.disk.run { () throws(MirrorError) in
      try CatalogLocation.file(path).thread(.reading)
    }
    return try await whileOpen {
      try await body(catalog)
    } close: {
      await catalog.close()
    }
  }

  /// Calls `body` with the catalog of the earlier copy; nil if there is none that can be read.
  private func readingCopy<Result>(
    _ body: (CatalogThread?) async throws -> Result
  ) async throws -> Result {
    let path = target.directory.catalog
    let earlier = await open.disk.run {
      DurableFile.size(of: path) == nil ? nil : try? CatalogLocation.file(path).thread(.reading)
    }
    return try await whileOpen {
      try await body(earlier)
    } close: {
      await earlier?.close()
    }
  }
}

extension CopyTarget {
  /// Opens the place of the mirror's files, calls `body`, and closes it.
  /// - Parameter location: Of the mirror's object store; nil for its directory.
  func withSource<Result>(
    _ location: StoreLocation?, _ open: OpenMirror,
    _ body: (MirrorFiles) async throws -> Result
  ) async throws -> Result {
    let opened = try await OpenedStore.open(
      location, for: location == nil ? open.directory : directory, on: open.disk, writes: false)
    return try await whileOpen {
      try await body(opened.files)
    } close: {
      await opened.close()
    }
  }

  /// Opens the place of the copy's files, calls `body`, and closes it.
  func withPlace<Result>(
    _ open: OpenMirror, _ body: (MirrorFiles) async throws -> Result
  ) async throws -> Result {
    if let store, isNew { try await checkIsEmpty(store, open) }
    let opened = try await OpenedStore.open(store, for: directory, on: open.disk)
    return try await whileOpen {
      if store != nil { try await checkMark(opened.files) }
      return try await body(opened.files)
    } close: {
      await opened.close()
    }
  }

  /// A copy is the same mirror: its store has the same id.
  private func checkMark(_ files: MirrorFiles) async throws {
    switch try await files.mirrorID() {
    case mirror?: break
    case nil: try await files.noteMirrorID(mirror)
    case _?:
      throw MirrorError.directory(
        "\(store?.name ?? "the store") has the photos of another mirror", .notACopy)
    }
  }

  /// Before anything is written there.
  private func checkIsEmpty(_ store: StoreLocation, _ open: OpenMirror) async throws {
    let opened = try await OpenedStore.open(store, for: directory, on: open.disk, writes: false)
    let isEmpty = try await whileOpen {
      try await opened.files.isEmpty()
    } close: {
      await opened.close()
    }
    guard isEmpty else {
      throw MirrorError.directory(
        "\(store.name) has other objects, and no copy of this mirror", .notACopy)
    }
  }
}
