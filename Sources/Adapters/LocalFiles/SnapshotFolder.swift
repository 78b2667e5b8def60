import Glibc
import MirrorCore
import SystemCalls

/// The snapshots of the catalog in a mirror's state. All block; the caller of what changes them holds the lock.
package struct SnapshotFolder: Sendable {
  private static let mark = "snapshots/mirror-id"

  private let directory: MirrorDirectory
  private var path: String { directory.file(MirrorNames.snapshots) }

  package init(_ directory: MirrorDirectory) { self.directory = directory }

  /// In the order of their times. Other files are ignored; none if the folder is missing, or a link.
  package var names: [SnapshotName] {
    directory.entries(of: MirrorNames.snapshots).files.compactMap { file in
      SnapshotName(String(file.dropFirst(MirrorNames.snapshots.count + 1)))
    }.sorted()
  }

  /// The path of a snapshot.
  package func file(_ name: SnapshotName) -> String { "\(path)/\(name.text)" }

  /// The id of the mirror whose snapshots these are; nil if unknown.
  package var mirrorID: String? { directory.stateFile(Self.mark).flatMap(MirrorMark.id) }

  /// Notes the id of the mirror whose snapshots these are. After a failure the snapshots themselves tell it.
  package func noteMirrorID(_ id: String) {
    guard mirrorID != id, DurableFile.exists(path) else { return }
    directory.writeStateFile(Self.mark, MirrorMark.bytes(id))
  }

  /// Gives a synced file the name of a snapshot, and makes the name durable.
  package func add(_ file: String, as name: SnapshotName) throws(StorageError) {
    try DurableFile.makeDirectory(path, mode: 0o700)
    try DurableFile.replace(file, to: self.file(name))
    try DurableFile.sync(path)
  }

  /// Deletes snapshots. One that cannot be deleted stays.
  package func remove(_ names: [SnapshotName]) {
    for name in names { LinkFree.unlink(file(name)) }
  }
}

extension MirrorDirectory {
  /// Gives the catalog's files, also of one that is missing or damaged in part, names of their own in the state. After a
  /// kill the next call does the rest. Blocks; the caller holds the lock, and the catalog is closed.
  /// - Returns: The new path of the catalog; nil if there was none.
  package func setAsideDamagedCatalog() throws(StorageError) -> String? {
    let place = "\(state)/damaged-catalog-\(UInt64.random(in: 0...UInt64.max)).sqlite"
    // The log before the catalog: of the other order a kill would leave a log that the new catalog gets.
    for suffix in ["-shm", "-wal", "-journal", ""] where DurableFile.exists(catalog + suffix) {
      try DurableFile.replace(catalog + suffix, to: place + suffix)
    }
    try DurableFile.sync(state)
    return DurableFile.exists(place) ? place : nil
  }

  /// Gives a synced file the name of the catalog, which is free. Blocks; the caller holds the lock.
  package func placeCatalog(_ file: String) throws(StorageError) {
    try DurableFile.replace(file, to: catalog)
    try DurableFile.sync(state)
  }
}
