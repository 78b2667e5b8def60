import Catalog
import Glibc
import LocalFiles
import MirrorCore
import Operations
import ProviderKit
import Threads

/// A dry run (`--dry-run`): reads the listing, compares it with the catalog, and reports which photos a run
/// would fetch. Changes nothing and requests no sizes. The limits of a run hold, but for that of free space.
public struct DryRun: Sendable {
  private let configuration: MirrorConfiguration
  private let delegate: (any MirrorDelegate)?

  public init(_ configuration: MirrorConfiguration, delegate: (any MirrorDelegate)? = nil) {
    self.configuration = configuration
    self.delegate = delegate
  }

  /// Reports what a run would do. Failures and the cancellation of its task are in the summary.
  public func run() async -> MirrorSummary {
    let started = ContinuousClock.now
    let announcer = Announcer(delegate)
    let interruption = Interruption()
    let ending: MirrorSummary.Ending
    var isStarted = false
    do {
      try await look(announcer, interruption, &isStarted)
      ending = .finished
    } catch {
      if !isStarted { announceStart(announcer, nil) }
      ending =
        Task.isCancelled
        ? .interrupted : interruption.ending ?? .init(MirrorError(readingSource: error))
    }
    return await announcer.finish(
      ending, isListingComplete: ending == .finished && configuration.limit == nil,
      elapsed: started.duration(to: .now))
  }

  private func look(
    _ announcer: Announcer, _ interruption: Interruption, _ isStarted: inout Bool
  ) async throws {
    let mirror = configuration.mirror
    if !configuration.acceptsLosses { try mirror.checkForLostCatalog() }
    try await mirror.openIfExists { open in
      guard let open else {
        announceStart(announcer, nil)
        isStarted = true
        let disk = ThreadPool(name: "disk", width: 1)
        return try await whileOpen {
          let destination = MirrorFiles(
            in: DirectoryPlace(mirror.directory, pool: disk), extensions: [])
          try await look(announcer, destination, nil, interruption)
        } close: {
          await disk.shutdown()
        }
      }
      let location = try await open.perform { try mirror.store(of: $0) }
      announceStart(announcer, location)
      isStarted = true
      let catalog = try await DryRunCatalog(
        open.catalog, source: configuration.source,
        provider: configuration.provider.manifest.name)
      try await open.withStore(writes: false, network: StoreNetwork(configuration.options)) {
        try await look(announcer, $0.files, catalog, interruption)
      }
    }
  }

  private func announceStart(_ announcer: Announcer, _ store: StoreLocation?) {
    announcer.announce(
      .started(
        RunFacts(
          source: configuration.source, directory: configuration.mirror.directory.path,
          isResuming: false, isDryRun: true, store: store?.text)))
  }

  private func look(
    _ announcer: Announcer, _ destination: any PhotoDestination, _ catalog: DryRunCatalog?,
    _ interruption: Interruption
  ) async throws {
    var configuration = configuration
    configuration.minimumFree = 0
    let limits = RunLimits(configuration, destination: destination, interruption)
    let operation = AsyncOperation { [self] in
      try await look(announcer, destination, catalog, limits)
      try await judge(announcer, destination, catalog)
    }
    interruption.attach(operation)
    let watchdog = limits.watchdog()
    defer { watchdog?.stop() }
    let result: Result<Void, any Error> = await limits.whileWatched {
      do { return .success(try await operation.run()) } catch { return .failure(error) }
    }
    try result.get()
  }

  /// Reports which photos the run would find gone.
  private func judge(
    _ announcer: Announcer, _ destination: any PhotoDestination, _ catalog: DryRunCatalog?
  ) async throws {
    guard let catalog, configuration.limit == nil else { return }
    await catalog.complete()
    try await SiteSession.run(configuration, telling: announcer) { session in
      try await Reconciliation(
        catalog: catalog, trash: Trash(catalog: catalog, destination: destination),
        announcer: announcer, policy: configuration.gone, isDryRun: true,
        presence: session.client.presence
      ).run()
    }
  }

  private func look(
    _ announcer: Announcer, _ destination: any PhotoDestination, _ catalog: DryRunCatalog?,
    _ limits: RunLimits
  ) async throws {
    var listed = 0
    var number = 0
    let listing = PhotoListing(configuration)
    try await listing.read(telling: announcer, onBytes: limits.count) { part in
      number += 1
      listed += part.photos.count
      announcer.announce(
        .listed(
          PageFacts(
            number: number, photos: part.photos.count, knownTotal: listed, isLast: false,
            refused: part.refused, skipped: part.skipped, byteCount: part.byteCount)))
      let records = try await catalog?.list(
        part.photos, refused: part.refused.count, doubt: part.doubt)
      let known = try await destination.known(records ?? [:])
      let replaced = part.photos.filter { records?[$0.id]?.isReplaced(by: $0) == true }
      let changing = Set(replaced.map(\.id))
      for photo in part.photos {
        let leftOut = configuration.filter.exclusion(of: photo).map(PhotoResult.leftOut)
        announcer.announce(
          .ended(
            PhotoFacts(photo),
            changing.contains(photo.id)
              ? plan(photo) : known[photo.id] ?? leftOut ?? plan(photo)))
      }
    }
  }

  private func plan(_ photo: Photo) -> PhotoResult {
    let choice = configuration.size.choose(from: photo.files)
    return .wouldFetch(label: choice?.label ?? "size not known yet", url: choice?.url ?? "")
  }
}

extension PhotoDestination {
  /// The results of those photos that a run would not fetch.
  fileprivate func known(
    _ records: [String: PhotoRecord]
  ) async throws(StorageError) -> [String: PhotoResult] {
    let stored = records.compactMap { id, record in record.storedFiles.map { (id, $0) } }
    let looks = try await look(for: stored.map(\.1))
    let there = Set(zip(stored, looks).filter(\.1.isThere).map(\.0.0))
    var results: [String: PhotoResult] = [:]
    for (id, record) in records {
      if record.departure?.isForgotten ?? false {
        results[id] = .forgotten
      } else if let departure = record.departure, departure.state == .trashed {
        results[id] = .restored(path: record.path ?? "")
      } else if there.contains(id) {
        results[id] = .known
      } else if let refusal = record.refusal, refusal.retryAt ?? 0 > Int64(time(nil)) {
        results[id] = .unavailable(UnavailableFacts(refusal, wasAsked: false))
      }
    }
    return results
  }
}
