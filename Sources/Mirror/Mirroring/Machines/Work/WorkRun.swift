import Catalog
import Foundation
import LocalFiles
import MirrorCore
import PostgreSQL
import Threads
import Transfer

/// What a worker's process opens once.
struct WorkTools: Sendable {
  let configuration: WorkConfiguration
  let server: ServerAddress
  let directory: MirrorDirectory
  let session: WorkerSession
  let state: WorkState
  let announcer: Announcer
  let threads: RunThreads
  let store: OpenedStore
  let settings: MirrorSettings
  /// The slots of the photos.
  let sharing: HostSharing
  /// The slots of the listings.
  let listing: HostShares
}

/// One source in a worker's process: the photos that it claims, or the listing that it reads for all.
struct WorkRun: Sendable {
  private let tools: WorkTools
  private let configuration: MirrorConfiguration
  private let catalog: RunCatalog
  private let input: RunInput

  /// - Parameter lists: Whether it reads the listing; then no other process does.
  init(_ source: SourceRecord?, named name: String, lists: Bool, _ tools: WorkTools) async throws {
    self.tools = tools
    var configuration = try tools.configuration.source(name)
    configuration.sharing = tools.sharing
    if lists { configuration.sharing?.shares = tools.listing }
    configuration.mirror.decoders = tools.configuration.decoders
    if !lists, let choices = source?.choices {
      (configuration.size, configuration.thumbnailEdge) = (choices.size, choices.thumbnailEdge)
    }
    self.configuration = configuration
    let provider = configuration.provider.manifest.name
    let session = tools.session
    let server = tools.server
    catalog = try await tools.threads.disk.run { () throws(MirrorError) in
      try told { () throws(CatalogError) in
        let opened = try CatalogLocation.server(server).open(.sharing(lists: lists))
        guard let source, !lists else {
          let offset = try opened.clockOffset()
          return try RunCatalog(
            opened, source: name, provider: provider, clock: { Catalog.now() + offset })
        }
        return try RunCatalog(
          working: opened, on: source, provider: provider, worker: session.worker)
      }
    }
    do {
      input = try RunInput.site(configuration, tools.announcer) { _ in }
    } catch {
      await catalog.close()
      throw error
    }
  }

  private func walk(_ resumption: Resumption, isOfWorker: Bool) -> Walk {
    let account = CallAccount(configuration)
    let limits = configuration.callLimits
    let ports = Ports(
      configuration, catalog: catalog, store: tools.store,
      workspace: UnitWorkspace(
        tools.directory, pool: tools.threads.disk,
        isShared: tools.configuration.place.location == nil), input: input, on: tools.threads)
    return Walk(
      WalkOptions(configuration, tools.settings, on: tools.threads), ports: ports,
      announcer: tools.announcer, resumption: resumption,
      pace: SharedCallPace(limits, of: account, at: tools.session),
      queue: WorkQueueRole(catalog, isOfWorker: isOfWorker))
  }

  /// Fetches photos of the queue until there are none for this worker.
  /// - Parameter leavesWhenIdle: Whether another source has work.
  func work(leavesWhenIdle: Bool) async throws {
    let (state, session) = (tools.state, tools.session)
    var orders = WorkOrders(
      order: { state.order },
      isListed: {
        guard state.isListingOver else { return false }
        return try await !session.hasLister()
      })
    orders.leavesWhenIdle = leavesWhenIdle
    orders.isBlocked = { [shares = tools.sharing.shares] in shares.isMissing }
    let result: Result<Void, any Error>
    do {
      let walk = walk(Resumption(), isOfWorker: true)
      if let work = walk.work(by: orders, most: 2 * configuration.options.walk.mostJobs) {
        state.attach(work)
        try await work.run()
      }
      result = walk.sourceFailure.map { .failure($0) } ?? .success(())
    } catch {
      result = .failure(error)
    }
    await input.close()
    try? await catalog.release()
    await catalog.close()
    try result.get()
  }

  /// Reads the listing, and puts its photos into the queue, unless another worker has just done so: this one may
  /// have waited for the lock. It is noted as read while the lock is held.
  /// - Parameter seconds: How new the last reading may be; nil: not older than this process.
  func list(within seconds: Double?) async throws {
    let result: Result<Void, any Error>
    let source = catalog.source.address
    do {
      if try await !tools.session.listed(within: seconds).contains(source) {
        try await readListing()
        try await tools.session.noteListed(source)
      }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    await input.close()
    await catalog.close()
    try result.get()
  }

  private func readListing() async throws {
    let choices = SourceChoices(
      size: configuration.size, thumbnailEdge: configuration.thumbnailEdge)
    if choices != catalog.source.choices { try await catalog.noteChoices(choices) }
    let pass = try await catalog.beginPass(isLimited: configuration.limit != nil)
    let done = pass.cursor == nil ? 0 : try await catalog.mirroredCount()
    let walk = walk(Resumption(cursor: pass.cursor, doneBefore: done), isOfWorker: false)
    do {
      let operation = walk.operation()
      tools.state.attach(operation)
      try await operation.run()
      if let failure = walk.sourceFailure { throw failure }
      let albums = walk.albumTags()
      tools.state.attach(albums)
      try await albums.run()
      if configuration.limit != nil {
        try await catalog.endPass(as: .cutShort, reason: "the photo limit was reached")
      }
    } catch let error as MirrorError {
      var outcome = PassRecord.Outcome.failed
      if case .source(_, .hostBusy) = error { outcome = .cutShort }
      try? await catalog.endPass(as: outcome, reason: error.message)
      throw error
    } catch {
      try? await catalog.endPass(as: .cutShort, reason: "interrupted")
      throw error
    }
  }
}
