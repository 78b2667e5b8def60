import Catalog
import Foundation
import LocalFiles
import MirrorCore
import ObjectStorage
import Threads

/// Leaves snapshots of a mirror's catalog in its state, and beside its photos in an object store, so that neither a
/// damaged catalog nor a lost disk costs what only the catalog knows. The caller holds the lock.
///
/// A catalog on a server has none: its server is backed up by its own tools.
struct Snapshots {
  let directory: MirrorDirectory
  let catalog: RunCatalog
  /// The store of the photos; nil for the directory.
  let objects: ObjectDestination?
  let disk: ThreadPool

  /// Leaves a snapshot unless there is one of today, or a first one if nothing has changed.
  func leaveDaily(hasChanges: Bool) async throws(MirrorError) {
    let now = SnapshotName(at: Int64(Date().timeIntervalSince1970))
    let names = await disk.run { SnapshotFolder(directory).names }
    let isDue = hasChanges && !names.contains { $0.isOfDay(of: now) }
    if names.isEmpty || isDue { try await leave(now) }
  }

  /// Leaves a snapshot in any case, after what no later run finds out again.
  func leave() async throws(MirrorError) {
    try await leave(SnapshotName(at: Int64(Date().timeIntervalSince1970)))
  }

  private func leave(_ name: SnapshotName) async throws(MirrorError) {
    let folder = SnapshotFolder(directory)
    let (draft, copy) = (directory.newScratchFile(), directory.newScratchFile())
    let isWritten = try await catalog.query { catalog throws(CatalogError) in
      try CatalogSnapshot.write(catalog, to: draft, by: copy)
    }
    guard isWritten else { return }
    do throws(StorageError) {
      try await disk.run { () throws(StorageError) in
        try folder.add(draft, as: name)
        folder.remove(SnapshotName.surplus(of: folder.names))
      }
      if let objects { try await store(name, from: folder.file(name), in: objects) }
    } catch {
      throw error.error
    }
  }

  private func store(
    _ name: SnapshotName, from file: String, in objects: ObjectDestination
  ) async throws(StorageError) {
    let there = try await objects.snapshots()
    // An object is not replaced, and of two snapshots in one second the second says more.
    if there.contains(name) { try await objects.removeSnapshot(name) }
    try await objects.addSnapshot(name, from: file)
    do throws(StorageError) {
      for old in SnapshotName.surplus(of: there + [name]) {
        try await objects.removeSnapshot(old)
      }
    } catch {
      // A store that does not delete keeps them all; a rule of the bucket can remove them.
      guard error.isOfEntry else { throw error }
    }
  }
}

extension OpenMirror {
  /// Leaves a snapshot after a change that no later run finds out again. A failure only costs the snapshot.
  func leaveSnapshot(_ objects: ObjectDestination? = nil) async {
    let snapshots = Snapshots(
      directory: directory, catalog: catalog, objects: objects, disk: disk)
    try? await snapshots.leave()
  }
}
