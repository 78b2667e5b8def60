import Foundation
import Locking
import Operations
import ProviderKit

/// The adapters that a run works with.
package struct Ports: Sendable {
  package let catalog: any PhotoCatalog
  package let destination: any PhotoDestination
  package let workspace: any Workspace
  package let media: any MediaInspector
  package let network: any Network
  package let provider: any ProviderChannel
  package let sidecars: any SidecarEditor

  package init(
    catalog: any PhotoCatalog, destination: any PhotoDestination, workspace: any Workspace,
    media: any MediaInspector, network: any Network, provider: any ProviderChannel,
    sidecars: any SidecarEditor
  ) {
    (self.catalog, self.destination, self.workspace) = (catalog, destination, workspace)
    (self.media, self.network, self.provider) = (media, network, provider)
    self.sidecars = sidecars
  }
}

/// The part of a process that shares the work with others.
package struct WorkQueueRole: Sendable {
  package let queue: any WorkQueue
  /// Whether it fetches photos of the queue; otherwise it reads the listing, and puts photos there.
  package let isOfWorker: Bool

  package init(_ queue: any WorkQueue, isOfWorker: Bool) {
    (self.queue, self.isOfWorker) = (queue, isOfWorker)
  }
}

/// The pipeline of every photo: an operation tree of six stages, list → admit → resolve → download →
/// inspect → store.
///
/// Each stage has its own width, so that a photo that waits for a slow host does not occupy a decoder, and
/// decoding does not delay the network. A stage requests its next item when it has a free slot, back to the
/// listing, whose next page is read when the photos of the pages before are handed on: memory is bounded by
/// the widths. A page's cursor is committed when everything on the page is done.
package struct Walk: Sendable {
  private let listing: ListStage
  private let admit: AdmitStage
  private let resolve: ResolveStage
  private let download: DownloadStage
  private let inspect: InspectStage
  private let store: StoreStage
  private let details: DetailStage
  private let exchange: VersionExchange
  private let sidecars: SidecarUpdate
  private let trash: Trash
  private let reconciliation: Reconciliation
  private let failures: FailureHandler
  private let announcer: Announcer
  private let options: WalkOptions
  private let catalog: any PhotoCatalog
  private let claims: OpenClaims?
  /// The number of photos stored with all companions.
  private let stored = Locked(0)
  /// Whether the run, with the runs that it resumed, read the listing to its end and finished every page.
  package let progress: PassProgress

  /// - Parameters:
  ///   - announcer: Receives every event of the photos and the listing.
  ///   - resumption: The start of the pass.
  package init(
    _ options: WalkOptions, ports: Ports, announcer: Announcer, resumption: Resumption,
    pace: (any CallPermit)?, queue: WorkQueueRole? = nil
  ) {
    let manifest = ports.provider.manifest
    let formats = KeptFormats(keepsUndecoded: options.keepsUndecoded, named: manifest.formats)
    let inspector = FileInspection(media: ports.media, thumbnail: options.thumbnail)
    let client = SiteClient(options, ports: ports, announcer: announcer, pace: pace)
    let claims = queue.flatMap { $0.isOfWorker ? OpenClaims($0.queue) : nil }
    let failures = FailureHandler(catalog: ports.catalog, announcer: announcer, queue: claims)
    let progress = PassProgress(ports.catalog, isTracked: options.limit == nil)
    let suspects = SuspectPhotos()
    let companions = CompanionRepair(
      destination: ports.destination, catalog: ports.catalog, inspector: inspector,
      announcer: announcer, sidecars: options.sidecars, provider: manifest.name,
      width: options.decoders,
      stills: StillReader(network: ports.network, placeholders: manifest.placeholders))
    let store = StoreStage(
      destination: ports.destination, workspace: ports.workspace, sidecars: options.sidecars,
      provider: manifest.name, fileTime: options.fileTime, executor: options.executor,
      interval: options.groupInterval,
      record: { [catalog = ports.catalog] photos in
        if let claims { return try await claims.finish(photos) }
        try await catalog.complete(photos)
        return []
      })
    self.claims = claims
    listing = ListStage(
      client: client, catalog: ports.catalog, progress: progress, announcer: announcer,
      failures: failures,
      sweep: LossSweep(
        destination: ports.destination, catalog: ports.catalog, companions: companions,
        announcer: announcer, stored: stored),
      suspects: suspects, limit: options.limit, readsListing: options.readsListing,
      filter: options.filter, resumption: resumption,
      early: options.earlyStop(ports.catalog.source, resumption))
    catalog = ports.catalog
    trash = Trash(catalog: ports.catalog, destination: ports.destination)
    exchange = VersionExchange(
      trash: trash, catalog: ports.catalog, workspace: ports.workspace, store: store,
      keptVersions: options.keptVersions)
    sidecars = SidecarUpdate(
      destination: ports.destination, editor: ports.sidecars, choice: options.sidecars,
      provider: manifest.name, announcer: announcer)
    reconciliation = Reconciliation(
      catalog: ports.catalog, trash: trash, announcer: announcer, policy: options.gone,
      presence: client.presence)
    details = DetailStage(
      client: client, catalog: ports.catalog, sidecars: sidecars, announcer: announcer,
      parts: options.readsListing ? options.details : [])
    admit = AdmitStage(
      destination: ports.destination, catalog: ports.catalog, companions: companions,
      adoption: Adoption(
        destination: ports.destination, inspector: inspector, store: store, failures: failures,
        announcer: announcer, width: options.decoders),
      trash: trash, sidecars: sidecars, details: details, filter: options.filter,
      names: options.names,
      upgrade: Upgrade(
        size: options.size, isForAll: options.isUpgrade, thumbnail: options.thumbnail),
      queue: claims ?? queue?.queue, announcer: announcer)
    resolve = ResolveStage(
      client: client, size: options.size, thumbnailEdge: options.thumbnailEdge)
    download = DownloadStage(
      network: ports.network, workspace: ports.workspace, media: ports.media,
      placeholders: manifest.placeholders, formats: formats, announcer: announcer,
      // A worker does not come back to a photo that it has recorded.
      suspects: claims == nil ? suspects : nil)
    inspect = InspectStage(inspector: inspector, workspace: ports.workspace, formats: formats)
    (self.store, self.failures, self.progress) = (store, failures, progress)
    (self.announcer, self.options) = (announcer, options)
  }

  /// Photos in the download stage at most, if their hosts are slow or down.
  static let mostWaiting = 2048
  /// After this long a photo in the download stage makes room for another.
  static let patience = Duration.seconds(5)

  /// Why the listing ended early, or the hosts that gave none of their photos; nil if all is well.
  package var sourceFailure: MirrorError? {
    failures.sourceFailure.withLock { $0 } ?? failures.deadHosts.failure
  }

  /// Mirrors the listing's photos, judges those that it did not show, and then requests the wanted details.
  /// - Parameter begin: Called with each operation before it starts; cancelling it ends the walk early.
  /// - Throws: The error that stopped the walk, or `CancellationError`.
  package func run(_ begin: (Operation) -> Void) async throws {
    try await trash.finishInterrupted()
    if options.readsListing { try await catalog.noteSelection(options.filter.selection) }
    let operation = operation(listing)
    begin(operation)
    _ = try await operation.run()
    let rewritten = sidecars.written.withLock(\.self)
    if rewritten > 0 { announcer.announce(.noted(.sidecarsRewritten(rewritten))) }
    if !failures.isListingOver {
      try await reconciliation.run()
    } else if failures.isSourceRefused.withLock(\.self) {
      try await reconciliation.noteRefusal()
    }
    if !failures.isListingOver {
      let around = AsyncOperation { [details] in try await details.run() }
      begin(around)
      try await around.run()
    }
    try failures.obstacles.check()
  }

  /// Mirrors photos of the queue until it is empty, or until workers are ordered to end.
  /// - Parameter most: Photos that this worker has at most.
  package func work(
    by orders: WorkOrders, most: Int, _ begin: (Operation) -> Void
  ) async throws {
    guard let claims else { return }
    let operation = operation(
      ClaimPages(claims: claims, most: most, failures: failures, orders: orders))
    begin(operation)
    _ = try await operation.run()
  }

  private func operation<Pages: AsyncSequence & Sendable>(
    _ pages: Pages
  ) -> TreeOperation<Pages, Pages> where Pages.Element == ListedPage {
    let list = TreeNode("list", width: 1) { (pages: Pages) in pages }
      .decideOnFailure { [failures] in failures.noteSource($1) }
    let admit = TreeNode("admit", width: 1, open: claims == nil ? 32 : 64, work: admit.admit)
      .decideOnFailure { TreeDirective.stop($1) }
      .onSubtreeFinished { [progress] page, _ in try await progress.close(page: page.number) }
    let resolve = TreeNode("resolve", width: options.choices.mostJobs, work: resolve.resolve)
      .decideOnFailure { [failures] in await failures.note($1, of: $0, at: .resolve) }
    // More than the transfers at once: the network divides `jobs` among hosts, and must know which hosts have
    // photos waiting behind those of a slow one. Photos of hosts that are slower still, or down, lend their
    // slots, so that up to `mostWaiting` of them delay no other.
    let download = TreeNode(
      "download", width: max(64, 4 * options.choices.mostJobs), open: Self.mostWaiting,
      retry: options.retry,
      lendsAfter: Self.patience, work: download.download
    )
    .onRetry { [announcer] in
      announcer.announce(.retrying(RetryFacts($1, photo: $0.job.facts)))
    }
    .decideOnFailure { [failures] in await failures.note($1, of: $0, at: .download) }
    let inspect = TreeNode("inspect", width: options.decoders * 2, work: inspect.inspect)
      .decideOnFailure { [failures] in await failures.note($1, of: $0, at: .inspect) }
    let store = TreeNode("store", width: 64, work: self.storePhoto)
      .decideOnFailure { [failures] in await failures.note($1, of: $0, at: .store) }
    list.feeding(admit) { $0 }
    admit.feeding(resolve) { $0 }
    resolve.feeding(download)
    download.feeding(inspect)
    inspect.feeding(store)
    return TreeOperation(root: list, input: pages, on: options.executor)
  }

  /// Only what is durable and recorded is reported as mirrored.
  private func storePhoto(_ photo: InspectedPhoto) async throws {
    let result: PhotoResult
    if let replacement = photo.job.replacement {
      result = try await exchange.exchange(photo, for: replacement)
    } else {
      let facts = try await store.store(photo)
      if facts.warnings.isEmpty { stored.withLock { $0 += 1 } }
      result = .mirrored(facts)
    }
    failures.noteSuccess()
    announcer.announce(.ended(photo.job.facts, result))
  }
}
