import Catalog
import Foundation
import Glibc
import Images
import Inspection
import LocalFiles
import MirrorCore
import ObjectStorage
import SystemCalls
import Threads

/// Replaces the lost or damaged catalog of a mirror by its newest good snapshot.
///
/// Snapshots come from the mirror's state, from another mirror's directory, whose catalog is one too, and from the object
/// store that the caller names; all may be forged, so that each is expanded within limits and checked as any catalog before it gets its
/// place. Then it gets what the files of the mirror say and the snapshot does not know (``FileRecovery``).
public struct Recovery: Sendable {
  private let mirror: Mirror
  private let source: MirrorDirectory?
  private static var network: StoreNetwork {
    var network = StoreNetwork()
    network.requests = FileRecovery.width
    return network
  }

  /// - Parameters:
  ///   - mirror: Its directory may be missing; its object store also has snapshots if the caller names it.
  ///   - path: Another directory of a mirror whose snapshots and catalog are used too, such as a copy; nil for none.
  public init(of mirror: Mirror, from path: String? = nil) {
    (self.mirror, source) = (mirror, path.map { MirrorDirectory($0) })
  }

  /// Interrupted at any point, it continues when it is called again.
  /// - Throws: ``MirrorError`` if there is no usable snapshot, if the catalog is on a server, or if a disk or the store
  ///   fails; `CancellationError` between two snapshots.
  public func run(_ tell: @escaping @Sendable (Finding) -> Void) async throws -> Result {
    let disk = ThreadPool(name: "disk", width: 1)
    return try await whileOpen {
      try await recover(on: disk, tell)
    } close: {
      await disk.shutdown()
    }
  }

  private func recover(
    on disk: ThreadPool, _ tell: @escaping @Sendable (Finding) -> Void
  ) async throws -> Result {
    let directory = mirror.directory
    let (lock, made, whole) = try await disk.run { () throws(MirrorError) in try begin() }
    defer { withExtendedLifetime(lock) {} }
    if let whole { return Result(snapshot: nil, date: nil, photos: whole, files: nil) }
    do {
      guard let location = mirror.store else { return try await recover(from: nil, disk, tell) }
      let store = try await OpenedStore.open(
        location, for: directory, on: disk, network: Self.network, writes: false)
      return try await whileOpen {
        try await recover(from: store, disk, tell)
      } close: {
        await store.close()
      }
    } catch {
      // A directory that was no mirror does not become one.
      await disk.run { directory.remove(made) }
      throw error
    }
  }

  /// Takes the lock. Blocks.
  /// - Returns: Also the folders that are new, and the photos of the catalog if it is whole.
  private func begin() throws(MirrorError) -> (DirectoryLock, [String], Int?) {
    let directory = mirror.directory
    let recorded = try directory.catalogAddress()
    if let address = mirror.catalog?.address.text ?? recorded {
      throw .directory(
        "the catalog of this mirror is \(address), which has no snapshots: restore it from a backup of the database"
          + " (pg_dump)")
    }
    let made = try directory.prepare()
    let lock = try DirectoryLock(directory)
    directory.removeScratchFiles()
    return (lock, made, try photosIfWhole())
  }

  /// Nil if the catalog is missing, empty, cut off or damaged. Blocks.
  private func photosIfWhole() throws(MirrorError) -> Int? {
    guard CatalogRemains(at: mirror.directory.catalog) == .file else { return nil }
    do throws(CatalogError) {
      return try CatalogSnapshot.openChecked(mirror.directory.catalog).mirroredCount
    } catch {
      guard mirror.isDamage(error) else { throw MirrorError(error) }
      return nil
    }
  }

  private func recover(
    from store: OpenedStore?, _ disk: ThreadPool,
    _ tell: @escaping @Sendable (Finding) -> Void
  ) async throws -> Result {
    for place in try await places(store?.objects, disk) {
      try Task.checkCancellation()
      do {
        return try await use(place, store, disk, tell)
      } catch let refusal as Refusal {
        tell(.refused(snapshot: place.text, reason: refusal.reason))
      }
    }
    // Otherwise nothing could be recorded in this directory again.
    try await disk.run { () throws(MirrorError) in try setAside(tell) }
    throw MirrorError.directory(
      "there is no usable snapshot of the catalog of \(mirror.path)", .noSnapshot(mirror.path))
  }

  /// All snapshots, the newest first.
  private func places(
    _ objects: ObjectDestination?, _ disk: ThreadPool
  ) async throws(MirrorError) -> [Place] {
    var places: [Place] = []
    for directory in [mirror.directory, source].compactMap(\.self) {
      let folder = SnapshotFolder(directory)
      places += await disk.run { folder.names.map { .init(name: $0, file: folder.file($0)) } }
    }
    if let source {
      let status = await disk.run { FileStatus(of: source.catalog) }
      if let status, status.isRegular {
        places.append(
          .init(name: SnapshotName(at: status.modifiedAt), file: source.catalog, isCatalog: true))
      }
    }
    if let objects {
      do throws(StorageError) {
        places += try await objects.snapshots().map { .init(name: $0, file: nil) }
      } catch {
        throw error.error
      }
    }
    // The sort is stable: of the same snapshot the file comes first.
    return places.sorted { $0.name > $1.name }
  }

  private func use(
    _ place: Place, _ store: OpenedStore?, _ disk: ThreadPool,
    _ tell: @escaping @Sendable (Finding) -> Void
  ) async throws -> Result {
    let directory = mirror.directory
    let file: String
    if let local = place.file {
      file = local
    } else {
      file = directory.newScratchFile()
      do throws(StorageError) { try await store?.objects?.copySnapshot(place.name, to: file) } catch
      {
        guard error.isOfEntry else { throw error.error }
        throw Refusal(reason: error.error.message)
      }
    }
    let draft = directory.newScratchFile()
    return try await whileOpen {
      let location = try await disk.run { try check(file, isCatalog: place.isCatalog, by: draft) }
      let files = try await recoverFiles(of: draft, in: location, store, disk, tell)
      return try await disk.run {
        // A log that is not in the catalog yet would be lost.
        guard FileStatus(of: draft + "-wal")?.size ?? 0 == 0 else {
          throw MirrorError.directory("the log of the recovered catalog cannot be written into it")
        }
        let photos: Int
        do throws(CatalogError) { photos = try Catalog(reading: .file(draft)).mirroredCount } catch
        {
          throw MirrorError(error)
        }
        do throws(StorageError) { try DurableFile.sync(draft) } catch { throw error.error }
        try setAside(tell)
        do throws(StorageError) { try directory.placeCatalog(draft) } catch { throw error.error }
        return Result(
          snapshot: place.text, date: place.name.date, photos: photos, files: files)
      }
    } close: {
      await disk.run {
        if place.file == nil { unlink(file) }
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(draft + suffix) }
      }
    }
  }

  /// Records what the files of the mirror say.
  /// - Parameters:
  ///   - location: The store with the photos, as the snapshot says; nil for the directory.
  ///   - named: The store that the caller names, opened.
  /// - Returns: Nil if the photos are in a store that the user did not name, which is not connected to.
  private func recoverFiles(
    of draft: String, in location: StoreLocation?, _ named: OpenedStore?, _ disk: ThreadPool,
    _ tell: @escaping @Sendable (Finding) -> Void
  ) async throws -> Files? {
    let directory = mirror.directory
    if let location, named == nil, mirror.knownStores?.has(location, of: directory.path) != true {
      tell(.unlisted(store: location.text))
      return nil
    }
    let decoders = ThreadPool(name: "decode", width: 2)
    return try await whileOpen {
      let store: OpenedStore =
        if let named {
          named
        } else {
          try await OpenedStore.open(
            location, for: directory, on: disk, network: Self.network, writes: false)
        }
      return try await whileOpen {
        let recovery = FileRecovery(
          catalog: draft, directory: directory, store: store,
          media: CodecInspector(
            pool: decoders, limits: ImageLimits(), processes: mirror.decoders),
          disk: disk
        ) { tell(.left(path: $0, reason: $1)) }
        do { return try await recovery.run() } catch let error as StorageError {
          throw error.error
        }
      } close: {
        if named == nil { await store.close() }
      }
    } close: {
      await decoders.shutdown()
    }
  }

  /// Expands a snapshot, or copies a catalog, and checks it. Blocks.
  /// - Returns: The store with its photos; nil for the directory.
  private func check(
    _ file: String, isCatalog: Bool, by draft: String
  ) throws -> StoreLocation? {
    do {
      if isCatalog {
        try Catalog(reading: .file(file)).writeCopy(to: draft)
      } else {
        try CatalogSnapshot.expand(file, to: draft)
      }
      let recorded = try Mirror.store(recordedIn: CatalogSnapshot.openChecked(draft))
      if let named = mirror.store, recorded?.name != named.name {
        throw Refusal(reason: "it is of a mirror in \(recorded?.name ?? "its directory")")
      }
      try CatalogSnapshot.addNames(to: draft)
      if let named = mirror.store { mirror.knownStores?.note(named, of: mirror.directory.path) }
      return recorded
    } catch let error as CatalogError {
      guard error.isOfContent else { throw MirrorError(error) }
      throw Refusal(reason: error.message)
    } catch MirrorError.directory(let message, .other) {
      throw Refusal(reason: message)
    }
  }

  private func setAside(_ tell: (Finding) -> Void) throws(MirrorError) {
    do throws(StorageError) {
      if let path = try mirror.directory.setAsideDamagedCatalog() { tell(.setAside(path: path)) }
    } catch {
      throw error.error
    }
  }
}

/// A snapshot and where it is.
private struct Place: Sendable {
  let name: SnapshotName
  /// Nil for one in the object store.
  let file: String?
  /// Whether the file is the catalog of another mirror, which may be in use.
  var isCatalog = false

  var text: String { file ?? "\(MirrorNames.snapshots)/\(name.text) in the store" }
}

/// Why a snapshot is not used.
private struct Refusal: Error {
  let reason: String
}

extension CatalogError {
  /// Whether another snapshot may be better.
  fileprivate var isOfContent: Bool {
    switch kind {
    case .damaged, .foreign, .linked, .otherVersion, .outdated, .unfinished: true
    default: false
    }
  }
}

extension Catalog {
  /// Photos with a file. Blocks.
  fileprivate var mirroredCount: Int {
    get throws(CatalogError) { try counts().reduce(0) { $0 + $1.mirrored } }
  }
}
