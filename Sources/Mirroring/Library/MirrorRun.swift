import Foundation
import Operations
import ProviderKit
import Transfer

/// The rooms of one run, joined: what is opened at its start and closed at its end.
struct MirrorRun: Sendable {
  private let started = ContinuousClock.now
  private let announcer: Announcer
  private let engine: TransferEngine
  private let keeper: CatalogKeeper
  private let lock: DirectoryLock
  private let decoders: ThreadPool
  private let disk: ThreadPool
  private let walk: Walk

  /// Writers that sync at once: the kernel merges what they ask of the disk.
  private static let diskThreads = 4

  init(
    _ configuration: MirrorConfiguration, delegate: (any MirrorDelegate)?
  ) async throws(MirrorError) {
    let directory = MirrorDirectory(configuration.directory)
    try directory.prepare()
    lock = try DirectoryLock(directory)
    let provider = configuration.provider
    keeper = try CatalogKeeper(
      directory, source: configuration.source, provider: provider.manifest.name)
    engine = try TransferEngine.of(configuration)
    announcer = Announcer(delegate)
    let cores = ProcessInfo.processInfo.activeProcessorCount
    decoders = ThreadPool(name: "decode", width: cores)
    disk = ThreadPool(name: "disk", width: Self.diskThreads)

    let client = SiteClient(configuration, engine: engine, announcer: announcer)
    let isWhole = configuration.limit == nil
    let source = keeper.source
    let resumeCursor = isWhole && source.isUnderway ? source.cursor : nil
    let progress = PassProgress(keeper, isTracked: isWhole)
    let prover = Prover(pool: decoders, thumbnailEdge: configuration.thumbnailEdge)
    walk = Walk(
      feed: Feed(
        client: client, keeper: keeper, progress: progress, announcer: announcer,
        limit: configuration.limit, resumeCursor: resumeCursor,
        doneBefore: resumeCursor == nil ? 0 : try await keeper.mirroredCount()),
      intake: Intake(directory: directory, keeper: keeper, announcer: announcer),
      resolver: Resolver(
        client: client, directory: directory, size: configuration.size, prover: prover),
      downloader: Downloader(
        engine: engine, directory: directory, placeholders: provider.manifest.placeholders,
        announcer: announcer),
      prover: prover,
      committer: Committer(
        directory, keeper: keeper, provider: provider.manifest.name, pool: disk),
      progress: progress,
      failures: FailureDesk(keeper: keeper, announcer: announcer),
      announcer: announcer,
      jobs: configuration.jobs, decoders: cores, attempts: configuration.attempts)
    announcer.announce(
      .started(
        RunFacts(
          source: configuration.source, directory: directory.path,
          isResuming: source.isUnderway, isDryRun: false)))
  }

  /// Walks, then closes every room.
  func finish(_ interruption: Interruption) async -> MirrorSummary {
    let operation = walk.operation()
    interruption.attach(operation)
    let ending = await ending(of: operation, interruption)
    await engine.shutdown()
    await decoders.shutdown()
    await disk.shutdown()
    await keeper.close()
    return await announcer.finish(ending, elapsed: started.duration(to: .now))
  }

  private func ending(
    of operation: TreeOperation<Feed, Feed>, _ interruption: Interruption
  ) async -> MirrorSummary.Ending {
    do {
      _ = try await operation.run()
    } catch {
      if interruption.isInterrupted || error is CancellationError { return .interrupted }
      let error = MirrorError(readingSource: error)
      switch error {
      case .directory: return .directoryFailed(error)
      case .source: return .sourceFailed(error)
      }
    }
    return walk.failures.sourceFailure.withLock { $0 }.map { .sourceFailed($0) } ?? .finished
  }
}
