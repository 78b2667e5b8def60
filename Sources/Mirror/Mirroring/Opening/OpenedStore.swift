import Catalog
import Inspection
import LocalFiles
import MirrorCore
import Threads
import Transfer

/// The place of a mirror's photos, opened: its directory, or a store.
struct OpenedStore: Sendable {
  let files: MirrorFiles
  /// For messages.
  let name: String
  var place: any FilePlace { files.place }
  /// The files if they are not on this machine.
  var distantFiles: MirrorFiles? { place.traits.directory == nil ? files : nil }
  /// Ends threads and connections.
  let close: @Sendable () async -> Void

  /// - Parameters:
  ///   - location: Of the store; nil for the directory.
  ///   - network: The options that apply to connections.
  ///   - writes: Whether photos are stored: then it is checked now that they can be.
  ///   - unsynced: That of ``DirectoryPlace``.
  static func open(
    _ location: StoreLocation?, for directory: MirrorDirectory, on pool: ThreadPool,
    sidecars: SidecarChoice = SidecarChoice(), network: StoreNetwork = StoreNetwork(),
    writes: Bool = true, unsynced: UnsyncedCompanions? = nil
  ) async throws(MirrorError) -> OpenedStore {
    guard let location else {
      let place = DirectoryPlace(directory, pool: pool, unsynced: unsynced)
      return OpenedStore(files: Self.files(in: place, sidecars), name: directory.path, close: {})
    }
    guard let kind = StoreKind.of(location) else { throw .invalid(location) }
    let workers = ThreadPool(name: "store", width: 2)
    let engine: TransferEngine
    do {
      engine = try TransferEngine(try network.configuration())
    } catch {
      await workers.shutdown()
      throw error as? MirrorError ?? .directory("cannot start the transfer engine: \(error)")
    }
    let close: @Sendable () async -> Void = {
      await engine.shutdown()
      await workers.shutdown()
    }
    let means = StoreKind.Means(
      engine: engine, workers: workers, network: network, directory: directory, disk: pool)
    do throws(MirrorError) {
      let place = try await pool.run { () throws(MirrorError) in try kind.place(location, means) }
      if writes { try await place.probe() }
      return OpenedStore(files: Self.files(in: place, sidecars), name: location.name, close: close)
    } catch {
      await close()
      throw error
    }
  }
}

extension OpenedStore {
  private static func files(in place: any FilePlace, _ sidecars: SidecarChoice) -> MirrorFiles {
    MirrorFiles(in: place, extensions: CodecInspector.extensions, sidecars: sidecars)
  }

  /// Completes the renames that a killed process began. The caller holds the lock.
  func completeRenames(_ catalog: CatalogThread) async throws(MirrorError) {
    try await PhotoRenames(files: files, catalog: catalog).complete()
  }

  /// What the user may do in a store; nil in a directory.
  func rights() async -> StoreRights? { await (place as? any StorePlace)?.rights() }
}
