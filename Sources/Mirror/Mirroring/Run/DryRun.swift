import Catalog
import MirrorCore
import Operations
import ProviderKit

/// A dry run (`--dry-run`): reads the listing, compares it with the catalog, and reports which photos a run
/// would fetch. Changes nothing and requests no sizes. The limits of a run hold, but for that of free space, and it reads
/// no more of the listing than a run.
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
      let location = try await open?.perform { try mirror.store(of: $0) }
      announceStart(announcer, location)
      isStarted = true
      guard let open else {
        return try await read(try await ListingJudge(configuration), announcer, interruption)
      }
      try await open.withStore(writes: false, network: StoreNetwork(configuration.options)) {
        let judge = try await ListingJudge(configuration, open.catalog, in: $0.files)
        try await read(judge, announcer, interruption)
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

  /// Reads the listing within the run's limits.
  private func read(
    _ judge: ListingJudge, _ announcer: Announcer, _ interruption: Interruption
  ) async throws {
    let limits = RunLimits(configuration, destination: nil, interruption)
    let operation = AsyncOperation { [self] in
      try await SiteSession.run(configuration, telling: announcer, onBytes: limits.count) {
        try await read($0.client, judge, announcer)
      }
    }
    interruption.attach(operation)
    let watchdog = limits.watchdog()
    defer { watchdog?.stop() }
    let result: Result<Void, any Error> = await limits.whileWatched {
      do { return .success(try await operation.run()) } catch { return .failure(error) }
    }
    try result.get()
  }

  /// Reports the photos of the listing, and which others the run would find gone.
  private func read(
    _ client: SiteClient, _ judge: ListingJudge, _ announcer: Announcer
  ) async throws {
    let catalog = judge.catalog.map { DryRunCatalog($0, judge.source) }
    var early = WalkOptions(configuration).earlyStop(judge.source, Resumption())
    var (number, listed, isEarly) = (0, 0, false)
    var pages = Listing(client: client, limit: configuration.limit).makeAsyncIterator()
    while !isEarly, let page = try await pages.next() {
      (number, listed) = (number + 1, listed + page.photos.count)
      announcer.announce(.listed(page.facts(number: number, knownTotal: listed)))
      let photos = try await judge.judge(page.photos)
      for photo in photos {
        announcer.announce(.ended(PhotoFacts(photo.photo), try await result(of: photo, judge)))
      }
      await catalog?.note(page, photos)
      isEarly =
        !page.isLast && early.ends(with: page, new: photos.count { $0.judgement == .new })
      if isEarly, let early { announcer.note(fullPassIn: early.fullPassIn) }
    }
    guard let catalog, let trash = judge.trash, configuration.limit == nil else { return }
    await catalog.complete(isEarly: isEarly)
    try await Reconciliation(
      catalog: catalog, trash: trash, announcer: announcer, policy: configuration.gone,
      isDryRun: true, presence: client.presence
    ).run()
  }

  private func result(of judged: JudgedPhoto, _ judge: ListingJudge) async throws -> PhotoResult {
    if let result = judged.judgement.result(of: judged.record) { return result }
    var photo = judged.photo
    if let record = judged.record, let trash = judge.trash, judged.judgement.isStored {
      let old = try await trash.catalog.photos([record.id])
      if let old = old.first, try await trash.isUnchanged(old) == false {
        return judged.judgement.result(ofEdited: record, now: trash.now())
      }
    } else if judged.judgement == .wantedElsewhere {
      photo = judged.record?.listing?.photo() ?? photo
    }
    let choice = configuration.size.choose(from: photo.files)
    return .wouldFetch(label: choice?.label ?? "size not known yet", url: choice?.url ?? "")
  }
}
