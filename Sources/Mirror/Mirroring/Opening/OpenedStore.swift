import Foundation
import Inspection
import LocalFiles
import MirrorCore
import ObjectStorage
import Threads
import Transfer

/// The place of a mirror's photos, opened: its directory, or an object store.
struct OpenedStore: Sendable {
  let destination: any PhotoDestination
  /// For messages.
  let name: String
  /// The destination if it is an object store; nil for a directory.
  var objects: ObjectDestination? { destination as? ObjectDestination }
  /// Whether the object store's own digests prove something; false unless it was asked.
  var provesObjects = false
  /// Ends threads and connections.
  let close: @Sendable () async -> Void

  /// - Parameters:
  ///   - location: Of the object store; nil for the directory.
  ///   - network: The options that apply to connections.
  ///   - writes: Whether photos are stored: then it is checked now that they can be.
  ///   - unsynced: That of ``DirectoryDestination``.
  static func open(
    _ location: StoreLocation?, for directory: MirrorDirectory, on pool: ThreadPool,
    sidecars: SidecarChoice = SidecarChoice(), network: StoreNetwork = StoreNetwork(),
    writes: Bool = true, unsynced: UnsyncedCompanions? = nil
  ) async throws(MirrorError) -> OpenedStore {
    guard let location else {
      let destination = DirectoryDestination(
        directory, pool: pool, extensions: CodecInspector.extensions, sidecars: sidecars,
        unsynced: unsynced)
      return OpenedStore(destination: destination, name: directory.path, close: {})
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
      let destination = ObjectDestination(
        client, workspace: directory, pool: pool, extensions: CodecInspector.extensions,
        sidecars: sidecars)
      return OpenedStore(destination: destination, name: location.name, close: close)
    } catch {
      await close()
      throw error
    }
  }
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
