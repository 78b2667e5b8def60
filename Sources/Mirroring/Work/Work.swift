import Catalog
import Foundation
import LocalFiles
import Locking
import MirrorCore
import PostgreSQL
import Threads
import Transfer

/// A worker: claims photos of the queue in a server's catalog, and stores them where all workers do. One of the
/// workers also reads the listings.
///
/// A worker that dies leaves photos that others claim when its lease is over; one that is cancelled gives them back
/// at once. Nothing is fetched twice but what was in flight.
public struct Work: Sendable {
  private let configuration: WorkConfiguration
  private let delegate: (any MirrorDelegate)?

  public init(_ configuration: WorkConfiguration, delegate: (any MirrorDelegate)? = nil) {
    (self.configuration, self.delegate) = (configuration, delegate)
  }

  /// Works until no photo is left, or a command tells workers to end.
  /// - Throws: ``MirrorError`` if the catalog or the place cannot be used, `CancellationError`.
  public func run() async throws -> WorkTotals {
    guard let server = MirrorCatalog.server else {
      throw MirrorError.directory("workers need a catalog on a server", .catalogAccess)
    }
    let disk = ThreadPool(name: "disk", width: 4)
    let decoders = ThreadPool(
      name: "decode", width: ProcessInfo.processInfo.activeProcessorCount + 1,
      niceness: configuration.options.decodingNiceness)
    let hands = ThreadPool(name: "walk", width: 1)
    let state = WorkState(delegate)
    let announcer = Announcer(state)
    let result: Result<Void, any Error>
    do {
      result = .success(try await run(server, state, announcer, (disk, decoders, hands)))
    } catch {
      result = .failure(Task.isCancelled ? CancellationError() : error)
    }
    await announcer.close()
    await hands.shutdown()
    await decoders.shutdown()
    await disk.shutdown()
    try result.get()
    return state.totals
  }

  private func run(
    _ server: ServerAddress, _ state: WorkState, _ announcer: Announcer,
    _ pools: (disk: ThreadPool, decoders: ThreadPool, hands: ThreadPool)
  ) async throws {
    let disk = pools.disk
    let configuration = configuration
    let scratch = UnitScratch(configuration.place)
    let location = configuration.place.location
    let (desk, settings) = try await disk.run { () throws(MirrorError) in
      try scratch.prepare(for: server)
      try Self.note(location, server, scratch.directory)
      do throws(CatalogError) {
        let catalog = try Catalog(sharing: server)
        let settings = try MirrorSettings(configuration.options, recordedIn: catalog)
        let desk = try WorkDesk(
          catalog, name: Self.name, program: MirrorConfiguration.version,
          lease: configuration.lease / .seconds(1))
        return (desk, settings)
      } catch {
        throw MirrorError(error)
      }
    }
    let result: Result<Void, any Error>
    do {
      let store = try await OpenedStore.open(
        location, for: scratch.directory, on: disk, sidecars: settings.sidecars,
        network: StoreNetwork(configuration.options, whenStuck: configuration.whenStuck))
      let tools = WorkTools(
        configuration: configuration, server: server, directory: scratch.directory, desk: desk,
        state: state, announcer: announcer, disk: disk, decoders: pools.decoders,
        hands: pools.hands, store: store,
        settings: settings,
        sharing: HostSharing(
          shares: HostShares(), hostJobs: configuration.hostJobs, onPause: state.note(pauseOf:for:))
      )
      do {
        result = .success(try await WorkShift(tools).run())
      } catch {
        result = .failure(error)
      }
      await store.close()
    } catch {
      result = .failure(error)
    }
    await desk.close()
    await disk.run { scratch.remove() }
    try result.get()
  }

  /// Records where the photos are, once for all. Blocks.
  private static func note(
    _ location: StoreLocation?, _ server: ServerAddress, _ directory: MirrorDirectory
  ) throws(MirrorError) {
    let catalog: Catalog
    do { catalog = try Catalog(sharing: server) } catch { throw MirrorError(error) }
    _ = try OpenedStore.location(location, recordedIn: catalog, of: directory)
  }

  /// The machine and the process.
  private static var name: String {
    "\(ProcessInfo.processInfo.hostName):\(ProcessInfo.processInfo.processIdentifier)"
  }
}
