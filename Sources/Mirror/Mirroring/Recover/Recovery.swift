import Catalog
import Foundation
import Glibc
import Images
import Inspection
import LocalFiles
import MirrorCore
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
  private let named: SnapshotName?
  private static var network: StoreNetwork {
    var network = StoreNetwork()
    network.requests = FileRecovery.width
    return network
  }

  /// - Parameters:
  ///   - mirror: Its directory may be missing; its object store also has snapshots if the caller names it.
  ///   - path: Another directory of a mirror whose snapshots and catalog are used too, such as a copy; nil for none.
  ///   - snapshot: The name of the only snapshot that is used, whatever its time is; nil for the newest one that is not
  ///     ahead of the clock.
  public init(of mirror: Mirror, from path: String? = nil, snapshot: String? = nil) {
    (self.mirror, source) = (mirror, path.map { MirrorDirectory($0) })
    named = snapshot.flatMap { SnapshotName($0) }
  }

  /// Whether a text has the form of a snapshot's name.
  public static func isSnapshot(_ text: String) -> Bool { SnapshotName(text) != nil }

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
    let (lock, whole) = try await disk.run { () throws(MirrorError) in try begin() }
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
      await disk.run { directory.remove(lock.made) }
      throw error
    }
  }

  /// Takes the lock. Blocks.
  /// - Returns: Also the photos of the catalog if it is whole.
  private func begin() throws(MirrorError) -> (LockedDirectory, Int?) {
    let directory = mirror.directory
    let recorded = try directory.catalogAddress()
    if let address = mirror.catalog?.address.text ?? recorded {
      throw .directory(
        "the catalog of this mirror is \(address), which has no snapshots: restore it from a backup of the database"
          + " (pg_dump)")
    }
    return (try LockedDirectory(preparing: directory), try photosIfWhole())
  }

  /// Nil if the catalog is missing, empty, cut off or damaged. Blocks.
  private func photosIfWhole() throws(MirrorError) -> Int? {
    guard CatalogRemains(at: mirror.directory.catalog) == .file else { return nil }
    do throws(CatalogError) {
      return try CatalogLocation.file(mirror.directory.catalog).open(.checking).mirroredCount
    } catch {
      guard mirror.isDamage(error) else { throw MirrorError(error) }
      return nil
    }
  }

  private func recover(
    from store: OpenedStore?, _ disk: ThreadPool,
    _ tell: @escaping @Sendable (Finding) -> Void
  ) async throws -> Result {
    let survey = SnapshotSurvey(
      directory: mirror.directory, source: source, files: store?.distantFiles, disk: disk,
      named: named)
    let refuse = { (place: Place, refusal: Refusal) in
      tell(
        refusal.isAhead
          ? .ahead(snapshot: place.text, name: place.name.text)
          : .refused(snapshot: place.text, reason: refusal.reason))
    }
    for place in try await survey.places(refuse) {
      try Task.checkCancellation()
      do {
        return try await survey.withFile(of: place) { file in
          try await use(place, file, store, disk, tell)
        }
      } catch let refusal as Refusal {
        refuse(place, refusal)
      }
    }
    // Otherwise nothing could be recorded in this directory again.
    try await disk.run { () throws(MirrorError) in try setAside(tell) }
    throw MirrorError.directory(
      "there is no usable snapshot of the catalog of \(mirror.path)", .noSnapshot(mirror.path))
  }

  private func use(
    _ place: Place, _ file: String, _ store: OpenedStore?, _ disk: ThreadPool,
    _ tell: @escaping @Sendable (Finding) -> Void
  ) async throws -> Result {
    let draft = mirror.directory.newScratchFile()
    return try await whileOpen {
      let files: Files?
      do {
        let location = try await disk.run { try check(file, isCatalog: place.isCatalog, by: draft) }
        files = try await recoverFiles(
          of: draft, since: place.name, in: location, store, disk, tell)
      } catch MirrorError.directory(let message, .damagedCatalog) {
        throw Refusal(reason: message)
      }
      return try await disk.run { try put(draft, of: place, files, tell) }
    } close: {
      await disk.run {
        for suffix in ["", "-wal", "-shm", "-journal"] { LinkFree.unlink(draft + suffix) }
      }
    }
  }

  /// Makes the draft the catalog. Blocks.
  private func put(
    _ draft: String, of place: Place, _ files: Files?, _ tell: (Finding) -> Void
  ) throws(MirrorError) -> Result {
    // A log that is not in the catalog yet would be lost.
    guard FileStatus(linkFree: draft + "-wal")?.size ?? 0 == 0 else {
      throw .directory("the log of the recovered catalog cannot be written into it")
    }
    let photos = try CatalogLocation.file(draft).with(.reading) { catalog throws(CatalogError) in
      try catalog.mirroredCount
    }
    do throws(StorageError) { try DurableFile.sync(draft) } catch { throw error.error }
    try setAside(tell)
    do throws(StorageError) { try mirror.directory.placeCatalog(draft) } catch {
      throw error.error
    }
    return Result(snapshot: place.text, date: place.name.date, photos: photos, files: files)
  }

  /// Records what the files of the mirror say.
  /// - Parameters:
  ///   - location: The store with the photos, as the snapshot says; nil for the directory.
  ///   - named: The store that the caller names, opened.
  /// - Returns: Nil if the photos are in a store that the user did not name, which is not connected to.
  private func recoverFiles(
    of draft: String, since name: SnapshotName, in location: StoreLocation?, _ named: OpenedStore?,
    _ disk: ThreadPool,
    _ tell: @escaping @Sendable (Finding) -> Void
  ) async throws -> Files? {
    let directory = mirror.directory
    if let location, named == nil, !mirror.knows(location) {
      tell(.unlisted(store: location.text))
      return nil
    }
    let decoders = ThreadPool(name: "decode", width: 2)
    let now = Int64(Date().timeIntervalSince1970)
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
          disk: disk, since: name.seconds > now ? 0 : name.seconds
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
        try CatalogLocation.file(file).open(.reading).writeCopy(to: draft)
      } else {
        try CatalogSnapshot.expand(file, to: draft)
      }
      let catalog = try CatalogLocation.file(draft).open(.checking)
      try catalog.checkNames()
      let recorded = try Mirror.store(recordedIn: catalog)
      if let named = mirror.store, recorded?.name != named.name {
        throw Refusal(reason: "it is of a mirror in \(recorded?.name ?? "its directory")")
      }
      try CatalogSnapshot.addNames(to: draft)
      try CatalogLocation.file(draft).open(.copying).clampTimes(to: Catalog.now())
      if let named = mirror.store { mirror.note(named) }
      return recorded
    } catch let error as CatalogError {
      throw try Refusal(of: error)
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

private typealias Place = SnapshotSurvey.Place
private typealias Refusal = SnapshotSurvey.Refusal

extension Catalog {
  /// Photos with a file. Blocks.
  fileprivate var mirroredCount: Int {
    get throws(CatalogError) { try counts().reduce(0) { $0 + $1.mirrored } }
  }
}
