import Catalog
import Foundation
import Operations
import ProviderKit
import Transfer

/// The rooms of one run, joined: what is opened at its start and closed at its end.
struct MirrorRun: Sendable {
  private let started = ContinuousClock.now
  private let announcer: Announcer
  private let engine: TransferEngine
  private let decoders: ThreadPool
  private let disk: ThreadPool
  private let mirror: OpenedMirror
  private let walk: Walk
  private let interruption = Interruption()
  private let limits: RunLimits

  /// Writers that sync at once: the kernel merges what they ask of the disk.
  private static let diskThreads = 4

  init(
    _ configuration: MirrorConfiguration, delegate: (any MirrorDelegate)?
  ) async throws(MirrorError) {
    disk = ThreadPool(name: "disk", width: Self.diskThreads)
    mirror = try await OpenedMirror.open(configuration, on: disk)
    announcer = Announcer(delegate)
    limits = RunLimits(configuration, directory: mirror.directory, disk: disk, interruption)
    engine = try TransferEngine.of(configuration, announcer: announcer, onBytes: limits.count)
    decoders = ThreadPool(
      name: "decode", width: ProcessInfo.processInfo.activeProcessorCount,
      niceness: configuration.decodingNiceness)
    let account = CallAccount(configuration)
    walk = Walk(
      configuration, mirror: mirror, engine: engine, announcer: announcer, decoders: decoders,
      disk: disk, resumption: try await mirror.resumption(configuration),
      account: account, remembered: try await mirror.keeper.pace(of: account))
    // The last that may fail: who was told of a start is told of an end.
    let note = try await mirror.change(of: configuration)
    announcer.announce(
      .started(
        RunFacts(
          source: configuration.source, directory: mirror.directory.path,
          isResuming: mirror.keeper.source.isUnderway, isDryRun: false, isNewMirror: mirror.isNew)))
    if let note { announcer.announce(.noted(note)) }
  }

  /// Walks, then closes every room.
  func finish() async -> MirrorSummary {
    let watchdog = limits.watchdog()
    defer { watchdog?.stop() }
    let operation = walk.operation()
    interruption.attach(operation)
    let ending = await limits.whileWatched { await self.ending(of: operation) }
    await engine.shutdown()
    await decoders.shutdown()
    await mirror.close(after: ending, on: disk)
    await disk.shutdown()
    return await announcer.finish(
      ending, isListingComplete: await walk.progress.isComplete,
      elapsed: started.duration(to: .now))
  }

  private func ending(
    of operation: TreeOperation<Feed, Feed>
  ) async -> MirrorSummary.Ending {
    do {
      _ = try await operation.run()
    } catch {
      if Task.isCancelled { return .interrupted }
      if let ending = interruption.ending { return ending }
      return .init(MirrorError(readingSource: error))
    }
    return walk.failures.sourceFailure.withLock { $0 }.map { .sourceFailed($0) } ?? .finished
  }
}

extension Walk {
  /// Furnishes the stages.
  fileprivate init(
    _ configuration: MirrorConfiguration, mirror: OpenedMirror, engine: TransferEngine,
    announcer: Announcer, decoders: ThreadPool, disk: ThreadPool,
    resumption: (cursor: String?, doneBefore: Int), account: CallAccount, remembered: PaceRecord?
  ) {
    let (directory, keeper) = (mirror.directory, mirror.keeper)
    let parts = PartFolder(directory)
    let manifest = configuration.provider.manifest
    let pace = CallPace(
      perHour: configuration.callsPerHour, remembered: remembered, announcer: announcer
    ) { try await keeper.notePace($0, of: account) }
    let client = SiteClient(configuration, engine: engine, announcer: announcer, pace: pace)
    progress = PassProgress(keeper, isTracked: configuration.limit == nil)
    failures = FailureDesk(keeper: keeper, announcer: announcer)
    let kinds = KeptKinds(configuration)
    prover = Prover(
      pool: decoders, parts: parts, thumbnailEdge: configuration.thumbnailEdge, kinds: kinds,
      limits: configuration.imageLimits)
    let files = CompanionFiles(directory: directory, provider: manifest.name)
    let companions = Companions(files: files, keeper: keeper, prover: prover, announcer: announcer)
    let sweep = LossSweep(
      directory: directory, keeper: keeper, companions: companions, disk: disk, announcer: announcer
    )
    feed = Feed(
      client: client, keeper: keeper, progress: progress, announcer: announcer,
      failures: failures, sweep: sweep, limit: configuration.limit, resumeCursor: resumption.cursor,
      doneBefore: resumption.doneBefore)
    intake = Intake(
      directory: directory, keeper: keeper, companions: companions, disk: disk, announcer: announcer
    )
    resolver = Resolver(
      client: client, directory: directory, size: configuration.size, prover: prover)
    downloader = Downloader(
      engine: engine, parts: parts, placeholders: manifest.placeholders, kinds: kinds,
      announcer: announcer)
    committer = Committer(parts: parts, keeper: keeper, companions: files, pool: disk)
    self.announcer = announcer
    jobs = configuration.jobs
    self.decoders = ProcessInfo.processInfo.activeProcessorCount
    retry = .network(configuration)
  }
}
