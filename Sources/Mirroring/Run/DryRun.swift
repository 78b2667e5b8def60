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
    let directory = MirrorDirectory(configuration.directory)
    let disk = ThreadPool(name: "disk", width: 1)
    let announcer = Announcer(delegate)
    let place = await disk.run { [named = configuration.options.store] in
      Result { () throws(MirrorError) in try directory.store(named) }
    }
    announcer.announce(
      .started(
        RunFacts(
          source: configuration.source, directory: directory.path, isResuming: false,
          isDryRun: true, store: (try? place.get())?.text)))
    let interruption = Interruption()
    let ending: MirrorSummary.Ending
    do {
      try await look(announcer, directory, try place.get(), disk, interruption)
      ending = .finished
    } catch {
      ending =
        Task.isCancelled
        ? .interrupted : interruption.ending ?? .init(MirrorError(readingSource: error))
    }
    await disk.shutdown()
    return await announcer.finish(
      ending, isListingComplete: ending == .finished && configuration.limit == nil,
      elapsed: started.duration(to: .now))
  }

  private func look(
    _ announcer: Announcer, _ directory: MirrorDirectory, _ location: StoreLocation?,
    _ disk: ThreadPool, _ interruption: Interruption
  ) async throws {
    let catalog = try await disk.run { () throws(MirrorError) in
      try DryRunCatalog(
        directory, source: configuration.source, provider: configuration.provider.manifest.name)
    }
    let result: Result<Void, any Error>
    do {
      let store = try await OpenedStore.open(
        location, for: directory, on: disk, network: StoreNetwork(configuration.options),
        writes: false)
      var configuration = configuration
      configuration.minimumFree = 0
      let limits = RunLimits(configuration, destination: store.destination, interruption)
      let operation = AsyncOperation { [self] in
        try await look(announcer, store.destination, catalog, limits)
        try await judge(announcer, store.destination, catalog)
      }
      interruption.attach(operation)
      let watchdog = limits.watchdog()
      result = await limits.whileWatched {
        do { return .success(try await operation.run()) } catch { return .failure(error) }
      }
      watchdog?.stop()
      await store.close()
    } catch {
      result = .failure(error)
    }
    await catalog?.close()
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
