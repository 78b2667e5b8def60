import Catalog
import Foundation
import LocalFiles
import MirrorCore
import Threads

/// Leaves snapshots of a mirror's catalog in its state, and beside its photos in an object store, so that neither a
/// damaged catalog nor a lost disk costs what only the catalog knows. The caller holds the lock.
///
/// A catalog on a server has none: its server is backed up by its own tools.
struct Snapshots {
  let directory: MirrorDirectory
  let catalog: CatalogThread
  /// Where the photos are; nil for the directory.
  let store: OpenedStore?
  let disk: ThreadPool
  private static let numberSetting = "snapshot-number"

  /// How many snapshots a mirror had left when a catalog was copied. Blocks.
  static func number(in catalog: Catalog) throws(CatalogError) -> Int64 {
    try catalog.setting(numberSetting).flatMap { Int64($0) } ?? 0
  }

  /// Leaves a snapshot after a run if one is due (``SnapshotPace``): at most one a day.
  /// - Parameter run: How long the run took.
  func leaveDaily(run: Duration, hasChanges: Bool) async throws(MirrorError) {
    let now = SnapshotName(at: Int64(Date().timeIntervalSince1970))
    let isDue = await disk.run {
      var pace = SnapshotPace(of: directory)
      pace.add(run: run, hasChanges: hasChanges)
      pace.write(in: directory)
      return pace.isDue(
        at: now, after: SnapshotFolder(directory).names.last { !$0.isAhead(of: now) })
    }
    if isDue { try await leave(now) }
  }

  /// Leaves a snapshot in any case, after what no later run finds out again.
  func leave() async throws(MirrorError) {
    try await leave(SnapshotName(at: Int64(Date().timeIntervalSince1970)))
  }

  private func leave(_ name: SnapshotName) async throws(MirrorError) {
    let started = ContinuousClock.now
    let folder = SnapshotFolder(directory)
    let (draft, copy) = (directory.newScratchFile(), directory.newScratchFile())
    let (isWritten, mirror) = try await catalog.query { catalog throws(CatalogError) in
      // Times of a clock that is wrong do not tell which snapshot is the newest.
      let number = try Self.number(in: catalog)
      try catalog.noteSetting(Self.numberSetting, String(number &+ 1))
      return try (
        CatalogSnapshot.write(catalog, to: draft, by: copy), MirrorIdentity.of(catalog)
      )
    }
    guard isWritten else { return }
    do throws(StorageError) {
      try await disk.run { () throws(StorageError) in
        try folder.add(draft, as: name)
        if let mirror { folder.noteMirrorID(mirror) }
        folder.remove(SnapshotName.surplus(of: folder.names, now: name))
      }
      if let files = store?.distantFiles { try await add(name, to: files) }
    } catch {
      throw error.error
    }
    await disk.run { SnapshotPace(cost: started.duration(to: .now)).write(in: directory) }
  }

  private func add(_ name: SnapshotName, to files: MirrorFiles) async throws(StorageError) {
    let there = try await files.snapshots()
    // A file is not replaced, and of two snapshots in one second the second says more.
    if there.contains(name) { try await files.remove(name) }
    try await files.add(name, from: SnapshotFolder(directory).file(name))
    do throws(StorageError) {
      for old in SnapshotName.surplus(of: there + [name], now: name) { try await files.remove(old) }
    } catch {
      // A store that does not delete keeps them all; a rule of the bucket can remove them.
      guard error.isOfEntry else { throw error }
    }
  }
}

extension OpenMirror {
  /// Leaves a snapshot after a change that no later run finds out again. A failure only costs the snapshot.
  func leaveSnapshot(in store: OpenedStore? = nil) async {
    let snapshots = Snapshots(directory: directory, catalog: catalog, store: store, disk: disk)
    try? await snapshots.leave()
  }
}
