import Catalog
import Foundation
import Inspection
import LocalFiles
import MirrorCore
import ObjectStorage
import Threads
import Transfer

/// The place of a mirror's photos, opened: its directory, or an object store.
struct OpenedStore: Sendable {
  let files: MirrorFiles
  /// For messages.
  let name: String
  var place: any FilePlace { files.place }
  /// Whether the files are on this machine.
  var isLocal: Bool { place.traits.directory != nil }
  /// The files if they are not on this machine.
  var distantFiles: MirrorFiles? { isLocal ? nil : files }
  /// Ends threads and connections.
  let close: @Sendable () async -> Void

  /// - Parameters:
  ///   - location: Of the object store; nil for the directory.
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
    let environment = StoreEnvironment(ProcessInfo.processInfo.environment)
    let workers = ThreadPool(name: "store", width: 2)
    let engine: TransferEngine
    do {
      engine = try TransferEngine(try network.configuration(for: location, environment))
    } catch {
      await workers.shutdown()
      throw error as? MirrorError ?? .directory("cannot start the transfer engine: \(error)")
    }
    let close: @Sendable () async -> Void = {
      await engine.shutdown()
      await workers.shutdown()
    }
    do throws(MirrorError) {
      let client = try await pool.run { () throws(MirrorError) in
        try StoreClient(
          location, environment: environment, engine: engine, pool: workers,
          attempts: network.attempts, showsSignedText: network.isVerbose)
      }
      if writes { try await client.probe() }
      let place = BucketPlace(client, workspace: directory, pool: pool)
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
  func completeRenames(_ catalog: RunCatalog) async throws(MirrorError) {
    try await PhotoRenames(files: files, catalog: catalog).complete()
  }

  /// What the user's key may do in a store; nil in a directory.
  func rights() async -> StoreRights? { await (place as? BucketPlace)?.rights() }
}

/// How a store is reached.
struct StoreNetwork: Sendable {
  var requests = 16
  var attempts = 5
  var authorityFile: String?
  var outage = Duration.seconds(600)
  var userAgent = "photomirror/\(MirrorOptions.version)"
  var isVerbose = false
  var whenStuck: (@Sendable (String) -> Void)?

  init() {}

  init(_ options: MirrorOptions, whenStuck: (@Sendable (String) -> Void)? = nil) {
    // A photo is up to three objects: itself, its thumbnail and its sidecar.
    requests = max(16, 3 * options.walk.mostJobs)
    attempts = options.attempts
    authorityFile = options.authorityFile
    outage = options.retryTime
    userAgent = options.userAgent
    isVerbose = options.isVerbose
    self.whenStuck = whenStuck
  }

  fileprivate func configuration(
    for location: StoreLocation, _ environment: StoreEnvironment
  ) throws(MirrorError) -> TransferConfiguration {
    var transfer = TransferConfiguration()
    transfer.width = requests
    transfer.widthPerHost = requests
    transfer.userAgent = userAgent
    transfer.authorityFile = authorityFile
    transfer.hostLimits.probes = attempts
    transfer.hostLimits.outage = outage
    transfer.onStuck = whenStuck
    do {
      transfer.proxies = try Proxies(environment: ProcessInfo.processInfo.environment)
    } catch {
      throw .directory(error.message, .store)
    }
    transfer.secrets = transfer.proxies.secrets
    return transfer
  }
}
