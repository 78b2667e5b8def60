import Foundation
import Locking
import Operations
import ProviderKit

/// The part of a process that shares the work with others.
package struct WorkQueueRole: Sendable {
  /// The queue of the source, as this process uses it.
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
  private let albums: AlbumTagStage
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
  private let stored: Locked<Int>
  /// Whether the run, with the runs that it resumed, read the listing to its end and finished every page.
  package let progress: PassProgress

  /// - Parameters:
  ///   - announcer: Receives every event of the photos and the listing.
  ///   - resumption: The start of the pass.
  package init(
    _ options: WalkOptions, ports: Ports, announcer: Announcer, resumption: Resumption,
    pace: (any CallPermit)?, queue: WorkQueueRole? = nil
  ) {
    let parts = WalkParts(options, ports, announcer, pace, queue)
    (self.options, self.announcer, catalog) = (options, announcer, ports.catalog)
    (failures, progress, claims) = (parts.failures, parts.progress, parts.claims)
    (trash, sidecars, details, store) = (parts.trash, parts.sidecars, parts.details, parts.store)
    (stored, albums) = (parts.stored, parts.albums)
    listing = parts.listing(from: resumption)
    admit = parts.admit(queue?.queue)
    resolve = ResolveStage(
      client: parts.client, size: options.size, thumbnailEdge: options.thumbnailEdge)
    download = parts.download
    inspect = InspectStage(
      inspector: parts.inspector, workspace: ports.workspace, formats: parts.formats)
    exchange = VersionExchange(
      trash: trash, catalog: ports.catalog, workspace: ports.workspace, store: store,
      announcer: announcer, keptVersions: options.keptVersions)
    reconciliation = Reconciliation(
      catalog: ports.catalog, trash: trash, announcer: announcer, policy: options.gone,
      presence: parts.client.presence)
  }

  /// Photos in the download stage at most, if their hosts are slow or down.
  static let mostWaiting = 2048
  /// After this long a photo in the download stage makes room for another.
  static let lendingDelay = Duration.seconds(5)

  /// Why the listing ended early, or the hosts that gave none of their photos; nil if all is well.
  package var sourceFailure: MirrorError? {
    failures.sourceFailure.withLock { $0 } ?? failures.deadHosts.failure
  }

  /// The walk as one operation: interrupted work, the tree of the listing's photos, the judgement of those that
  /// it did not show, and the wanted details, one after the other. Cancelling it ends the walk early.
  ///
  /// It fails with the error that stopped the walk.
  package func operation() -> GroupOperation<Void> {
    GroupOperation(on: options.executor) { [self] group in
      try await trash.finishInterrupted()
      if options.readsListing { try await catalog.noteSelection(options.filter.selection) }
      _ = try await group.run(tree(listing))
      let rewritten = sidecars.written.withLock(\.self)
      if rewritten > 0 { announcer.announce(.noted(.sidecarsRewritten(rewritten))) }
      if let note = admit.update.smaller.withLock(\.note) { announcer.announce(.noted(note)) }
      if !failures.isListingOver {
        try await reconciliation.run()
      } else if failures.isSourceRefused.withLock(\.self) {
        try await reconciliation.noteRefusal()
      }
      if !failures.isListingOver { try await details.run() }
      try failures.obstacles.check()
    }
  }

  /// Writes the albums of photos into their sidecars, after the walk and whatever else recorded albums.
  package func albumTags() -> GroupOperation<Void> {
    GroupOperation(on: options.executor) { [albums] _ in try await albums.run() }
  }

  /// Mirrors photos of the queue until it is empty, or until workers are ordered to end. Nil unless the walk is a
  /// worker's.
  /// - Parameter most: Photos that this worker has at most.
  package func work(by orders: WorkOrders, most: Int) -> AsyncOperation<Void>? {
    claims.map { claims in
      GroupOperation { [self] group in
        let pages = ClaimPages(claims: claims, most: most, failures: failures, orders: orders)
        _ = try await group.run(tree(pages))
      }
    }
  }

  private func tree<Pages: AsyncSequence & Sendable>(
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
      lendsAfter: Self.lendingDelay, work: download.download
    )
    .onRetry { [announcer] in
      announcer.announce(.retrying(RetryFacts($1, photo: $0.job.facts)))
    }
    .decideOnFailure { [failures] in await failures.note($1, of: $0, at: .download) }
    // As many as are decoded or wait for a decoder, and a group whose digests are computed together.
    let inspect = TreeNode("inspect", width: options.decoders * 2 + 8, work: inspect.inspect)
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
      if replacement.cause == .damaged {
        result = try await exchange.mend(replacement.photo, with: photo)
      } else {
        result = try await exchange.exchange(photo, for: replacement)
      }
    } else {
      let facts = try await store.store(photo)
      if facts.warnings.isEmpty { stored.withLock { $0 += 1 } }
      result = .mirrored(facts)
    }
    failures.noteSuccess()
    announcer.announce(.ended(photo.job.facts, result))
  }
}
