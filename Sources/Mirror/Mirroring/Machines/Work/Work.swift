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

  /// Works until no photo is left, unless it stays, or a command tells workers to end, or its time is over. The delegate
  /// receives a start and an end, as of a run.
  /// - Throws: ``MirrorError`` if the catalog or the place cannot be used, `CancellationError`.
  public func run() async throws -> WorkTotals {
    let server = configuration.catalog.address
    let threads = RunThreads(niceness: configuration.options.decodingNiceness)
    let state = WorkState(delegate)
    let announcer = Announcer(state)
    let started = ContinuousClock.now
    let result: Result<Void, any Error>
    do {
      result = .success(try await run(server, state, announcer, threads))
    } catch {
      result = .failure(Task.isCancelled ? CancellationError() : error)
    }
    if let ending = state.ending(result, after: configuration.options.maximumTime) {
      _ = await announcer.finish(
        ending, isListingComplete: state.totals.problems.isEmpty,
        elapsed: started.duration(to: .now))
    } else {
      await announcer.close()
    }
    await threads.shutdown()
    try result.get()
    return state.totals
  }

  private func run(
    _ server: ServerAddress, _ state: WorkState, _ announcer: Announcer,
    _ threads: RunThreads
  ) async throws {
    let scratch = UnitScratch(configuration.place)
    let (session, settings, location) = try await threads.disk.run { () throws(MirrorError) in
      try open(scratch, server)
    }
    try await whileOpen {
      let store = try await OpenedStore.open(
        location, for: scratch.directory, on: threads.disk, sidecars: settings.sidecars,
        network: StoreNetwork(configuration.options, whenStuck: configuration.whenStuck))
      let tools = WorkTools(
        configuration: configuration, server: server, directory: scratch.directory,
        session: session,
        state: state, announcer: announcer, threads: threads, store: store, settings: settings,
        sharing: HostSharing(
          shares: HostShares(), hostJobs: configuration.hostJobs, onPause: state.note(pauseOf:for:)),
        listing: HostShares())
      announcer.announce(.started(facts(scratch.directory)))
      state.noteStart()
      try await whileOpen {
        try await WorkPlace(store, of: mirror(scratch), session).check(
          acceptsLosses: configuration.options.acceptsLosses, on: threads.disk)
        try await threads.disk.run { () throws(MirrorError) in
          try scratch.prepare(for: mirror(scratch))
        }
        try await WorkerParts(tools).run()
      } close: {
        await store.close()
      }
    } close: {
      await session.close()
      await threads.disk.run { scratch.remove() }
    }
  }

  private func facts(_ directory: MirrorDirectory) -> RunFacts {
    RunFacts(
      source: configuration.sources.joined(separator: " "), directory: directory.path,
      isResuming: false, isDryRun: false, isNewMirror: false,
      store: configuration.place.location?.text)
  }

  private func mirror(_ scratch: UnitScratch) -> Mirror {
    var mirror = Mirror(scratch.directory.path)
    (mirror.catalog, mirror.store) = (configuration.catalog, configuration.place.location)
    mirror.knownStores = configuration.knownStores
    return mirror
  }

  /// Makes no file: the place may be a wrong one. Blocks.
  private func open(
    _ scratch: UnitScratch, _ server: ServerAddress
  ) throws(MirrorError) -> (WorkerSession, MirrorSettings, StoreLocation?) {
    let mirror = mirror(scratch)
    // Not a directory whose catalog is in it.
    if mirror.store == nil { _ = try mirror.catalogPlace() }
    let catalog = try told { () throws(CatalogError) in
      try CatalogLocation.server(server).open(.sharing())
    }
    let location = try mirror.chooseStore(in: catalog)
    if mirror.store == nil, let location { throw mirror.otherStore(location.name, mirror.path) }
    do throws(CatalogError) {
      try MirrorIdentity.ensure(in: catalog)
      let settings = try MirrorSettings(configuration.options, recordedIn: catalog)
      let session = try WorkerSession(
        catalog, name: Self.name, program: MirrorOptions.version,
        lease: configuration.lease / .seconds(1))
      return (session, settings, location)
    } catch {
      throw MirrorError(error)
    }
  }

  /// The machine and the process.
  private static var name: String {
    "\(ProcessInfo.processInfo.hostName):\(ProcessInfo.processInfo.processIdentifier)"
  }
}
